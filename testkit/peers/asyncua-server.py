# An OPC UA server by another maker: two machines with the same identifiers, their namespaces in the order of the arguments.
# Prints `ready`, and `write <uri> <value>` for each value that a client wrote.
import asyncio
import sys

from asyncua import Server, ua


async def main(port: int, uris: list[str]) -> None:
    server = Server()
    await server.init()
    server.set_endpoint(f"opc.tcp://127.0.0.1:{port}")
    server.set_security_policy([ua.SecurityPolicyType.NoSecurity])
    nodes = {}
    for uri in uris:
        index = await server.register_namespace(uri)
        machine = await server.nodes.objects.add_object(ua.NodeId("Machine", index), f"{index}:Machine")
        temp = await machine.add_variable(ua.NodeId("Temp", index), f"{index}:Temp", float(len(uri)))
        await temp.set_writable()
        nodes[uri] = temp
    held = {uri: await node.read_value() for uri, node in nodes.items()}
    async with server:
        print("ready", flush=True)
        while True:
            await asyncio.sleep(0.05)
            for uri, node in nodes.items():
                value = await node.read_value()
                if value != held[uri]:
                    held[uri] = value
                    print(f"write {uri} {value}", flush=True)


asyncio.run(main(int(sys.argv[1]), sys.argv[2:]))
