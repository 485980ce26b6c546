"""A serial line without hardware: a terminal pair whose far end is a TCP connection. Prints the path of the near end."""
import os, pty, select, socket, sys, tty

near, far = None, None
far, near = pty.openpty()
tty.setraw(near)
device = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
print(os.ttyname(near), flush=True)
while True:
    ready, _, _ = select.select([far, device, sys.stdin], [], [])
    if sys.stdin in ready:
        break
    if far in ready:
        device.sendall(os.read(far, 4096))
    if device in ready:
        data = device.recv(4096)
        if not data:
            break
        os.write(far, data)
