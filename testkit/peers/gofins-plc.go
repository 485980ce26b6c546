// A PLC simulator of another maker (l1va/gofins) on a UDP port of the loopback. It stops when its standard input ends.
package main

import (
	"fmt"
	"io"
	"os"
	"strconv"

	"github.com/l1va/gofins/fins"
)

func main() {
	port, err := strconv.Atoi(os.Args[1])
	if err != nil {
		panic(err)
	}
	plc, err := fins.NewPLCSimulator(fins.NewAddress("127.0.0.1", port, 0, 1, 0))
	if err != nil {
		panic(err)
	}
	defer plc.Close()
	fmt.Println("listening")
	io.Copy(io.Discard, os.Stdin)
}
