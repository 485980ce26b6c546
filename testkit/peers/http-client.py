# The HTTP client of Python's standard library: posts JSON documents over one connection. Arguments: port, path, token,
# documents. Prints the statuses.
import http.client
import sys

port, path, token, *documents = sys.argv[1:]
connection = http.client.HTTPConnection("127.0.0.1", int(port))
statuses = []
for document in documents:
    headers = {"Content-Type": "application/json", "Authorization": "Bearer " + token}
    connection.request("POST", path, document.encode(), headers)
    answer = connection.getresponse()
    answer.read()
    statuses.append(str(answer.status))
print(" ".join(statuses))
