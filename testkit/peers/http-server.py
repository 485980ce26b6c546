# The HTTP server of Python's standard library with files of JSON: GET reads one, PUT stores one. Below /locked a user and
# a password are required. Arguments: folder, and optionally a folder with cert.pem and key.pem for TLS.
import base64
import http.server
import os
import ssl
import sys


class Handler(http.server.SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def is_permitted(self):
        login = "Basic " + base64.b64encode(b"ops:s3cret").decode()
        if not self.path.startswith("/locked") or self.headers.get("Authorization") == login:
            return True
        self.send_response(401)
        self.send_header("WWW-Authenticate", 'Basic realm="plant"')
        self.send_header("Content-Length", "0")
        self.end_headers()
        return False

    def do_GET(self):
        if self.is_permitted():
            super().do_GET()

    def do_PUT(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if not self.is_permitted():
            return
        with open(self.translate_path(self.path), "wb") as file:
            file.write(body)
        self.send_response(201)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *args):
        pass


os.chdir(sys.argv[1])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
if len(sys.argv) > 2:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[2] + "/cert.pem", sys.argv[2] + "/key.pem")
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(server.server_address[1], flush=True)
server.serve_forever()
