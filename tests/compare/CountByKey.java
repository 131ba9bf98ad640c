/*
 * A stock pipeline beside tocsin (tests/kafka_bench.sh): Kafka Streams reads a
 * topic and counts its messages by key, in memory, with one thread for each
 * processor asked for. It neither parses nor compares texts: this is what a
 * read, a count and a commit of a message cost, and not the same work.
 *
 * java -cp JARS tests/compare/CountByKey.java BROKERS TOPIC MESSAGES THREADS
 * prints how many messages a second came from the first one on.
 */
import java.nio.file.Files;
import java.util.Properties;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.common.serialization.Serdes;
import org.apache.kafka.common.utils.Bytes;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.StreamsBuilder;
import org.apache.kafka.streams.StreamsConfig;
import org.apache.kafka.streams.kstream.Consumed;
import org.apache.kafka.streams.kstream.Grouped;
import org.apache.kafka.streams.kstream.Materialized;
import org.apache.kafka.streams.state.Stores;

public class CountByKey {
	public static void main(String[] args) throws Exception {
		long messages = Long.parseLong(args[2]);
		AtomicLong seen = new AtomicLong(), from = new AtomicLong();
		CountDownLatch done = new CountDownLatch(1);
		Properties conf = new Properties();
		conf.put(StreamsConfig.APPLICATION_ID_CONFIG,
		    "count-" + System.nanoTime());
		conf.put(StreamsConfig.BOOTSTRAP_SERVERS_CONFIG, args[0]);
		conf.put(StreamsConfig.NUM_STREAM_THREADS_CONFIG, args[3]);
		conf.put(StreamsConfig.STATE_DIR_CONFIG,
		    Files.createTempDirectory("count").toString());
		conf.put("auto.offset.reset", "earliest");
		StreamsBuilder builder = new StreamsBuilder();
		builder.stream(args[1], Consumed.with(Serdes.Bytes(),
		            Serdes.Bytes()))
		    .peek((key, value) -> {
			    long n = seen.incrementAndGet();
			    if (n == 1)
				    from.set(System.nanoTime());
			    if (n == messages)
				    done.countDown();
		    })
		    .filter((key, value) -> key != null)
		    .groupByKey(Grouped.with(Serdes.Bytes(), Serdes.Bytes()))
		    .count(Materialized
		        .<Bytes, Long>as(Stores.inMemoryKeyValueStore("n"))
		        .withKeySerde(Serdes.Bytes())
		        .withValueSerde(Serdes.Long()));
		try (KafkaStreams streams = new KafkaStreams(builder.build(),
		         conf)) {
			streams.start();
			done.await();
			System.out.printf("%.0f%n", messages * 1e9
			    / (System.nanoTime() - from.get()));
		}
		Runtime.getRuntime().halt(0);
	}
}
