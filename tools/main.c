#include <stdio.h>

int
main(void)
{
	puts("tocsin " TCN_VERSION);
	return 0;
}
