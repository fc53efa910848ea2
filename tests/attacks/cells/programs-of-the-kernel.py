# Loads programs and modules into the system's kernel, counts its events, and starts another.
# expects: status=ran, points=4
# beside: system
# %%
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
attributes = ctypes.create_string_buffer(128)
for number in (CALL_bpf, CALL_perf_event_open, CALL_init_module, CALL_finit_module, CALL_kexec_load,
               CALL_delete_module, CALL_syslog, CALL_reboot, CALL_swapoff, CALL_acct, CALL_quotactl):
    if libc.syscall(number, attributes, 128, 0, 0, 0, 0) >= 0:
        print("BREACH: call", number)
for name in ("core_pattern", "hostname", "pid_max", "ngroups_max", "modprobe", "randomize_va_space"):
    try:
        with open(f"/proc/sys/kernel/{name}", "r+") as file:
            text = file.read()
            file.seek(0)
            file.write(text)
            file.flush()
            print("BREACH: set", name)
    except OSError:
        pass
for name in ("sysrq-trigger", "kcore", "kmsg", "kpageflags", "self/clear_refs/../attr/exec"):
    if os.path.exists(f"/proc/{name}") and os.access(f"/proc/{name}", os.W_OK):
        print("BREACH: may write to", name)
