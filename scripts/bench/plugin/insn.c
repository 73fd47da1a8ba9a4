/* A plugin of qemu that counts instructions. Its interface is declared here, since Debian has no
   package with the header. */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>

int qemu_plugin_version = 1;

void qemu_plugin_register_vcpu_tb_trans_cb(uint64_t, void (*)(uint64_t, void *));
void qemu_plugin_register_vcpu_tb_exec_inline(void *, int, void *, uint64_t);
void qemu_plugin_register_atexit_cb(uint64_t, void (*)(uint64_t, void *), void *);
size_t qemu_plugin_tb_n_insns(const void *);

static uint64_t count;

static void translated(uint64_t id, void *block) {
	const int add = 0;
	qemu_plugin_register_vcpu_tb_exec_inline(block, add, &count, qemu_plugin_tb_n_insns(block));
}

static void end(uint64_t id, void *data) { fprintf(stderr, "%" PRIu64 "\n", count); }

int qemu_plugin_install(uint64_t id, const void *info, int argc, char **argv) {
	qemu_plugin_register_vcpu_tb_trans_cb(id, translated);
	qemu_plugin_register_atexit_cb(id, end, NULL);
	return 0;
}
