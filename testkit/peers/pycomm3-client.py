"""A Logix client of another maker (pycomm3): lists the tags of a controller, reads and writes some, prints JSON.
Usage: pycomm3-client.py <port>"""

import json
import sys

from pycomm3 import LogixDriver


class Client(LogixDriver):
    def _initialize_driver(self, **_kwargs):
        # the controller under test has no identity object
        self._info = {"revision": {"major": 20, "minor": 1}}
        self._cfg["use_instance_ids"] = False


def main() -> None:
    with Client(f"127.0.0.1:{sys.argv[1]}") as plc:
        tags = plc.get_tag_list("*")
        listed = {tag["tag_name"]: [tag["data_type_name"], tag["dim"], tag["external_access"]] for tag in tags}
        members = plc.tags["motors"]["data_type"]["attributes"]
        written = plc.write(("count", 4711), ("note", "by pycomm3"), ("flags[33]", True), ("count.31", True), ("words[7]", -5))
        read = plc.read("count", "level", "running", "note", "label", "motors[1].Speed", "words[6]{2}", "flags[33]")
        print(
            json.dumps(
                {
                    "listed": listed,
                    "members": members,
                    "written": [tag.error for tag in written],
                    "read": [tag.value for tag in read],
                }
            )
        )


main()
