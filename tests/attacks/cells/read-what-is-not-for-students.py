# Reads hidden cases, solutions, another submission, the gradebook, and /etc/passwd.
# expects: status=ran, points=4
# beside: files
# %%
from pathlib import Path

for root in ("", "/proc/1/root", "/proc/self/root"):
    for name in ("CLASSROOM", "/etc/passwd", "/root/.bashrc", "/student/work/.."):
        path = Path(root + name)
        try:
            files = [path, *path.rglob("*")]
        except OSError:
            continue
        for file in files:
            try:
                text = file.read_bytes()
            except OSError:
                continue
            if b"SECRET" in text or b"root:" in text:
                at = max(text.find(b"SECRET"), 0)
                print("BREACH:", file, text[at : at + 200])
