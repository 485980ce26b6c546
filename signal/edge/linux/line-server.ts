// Offers a serial port like a serial server, on the loopback of the box: one connection at a time, raw bytes.
import { closeSync, constants, openSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { ReadStream } from 'node:tty'
import { outputOf, type Run } from './run.ts'
import { type LineSettings, sttyArgs } from './serial-ports.ts'

// Maximum of bytes that wait for a slow line; a client beyond it does not wait for answers and is disconnected.
const maxWaitingBytes = 65_536

type Needs = { path: string; tcpPort: number; settings(): LineSettings; run: Run; log: (message: string) => void }

export class LineServer {
  readonly #needs: Needs
  readonly #server: Server
  #client: Socket | undefined
  #line: ReadStream | undefined

  constructor(needs: Needs) {
    this.#needs = needs
    this.#server = createServer({ noDelay: true }, (client) => void this.#serve(client))
    this.#server.on('error', (error) => needs.log(`${needs.path}: ${error.message}`))
    this.#server.listen(needs.tcpPort, '127.0.0.1')
  }

  /** Applies changed settings immediately. Throws with the message of stty. */
  async apply(): Promise<void> {
    const { path, settings, run } = this.#needs
    await outputOf(run, ['stty', ...sttyArgs(path, settings())])
  }

  async stop(): Promise<void> {
    this.#end()
    await new Promise<void>((resolve) => this.#server.close(() => resolve()))
  }

  async #serve(client: Socket): Promise<void> {
    client.on('error', () => client.destroy())
    if (this.#client) return void client.destroy()
    this.#client = client
    client.once('close', () => this.#client === client && this.#end())
    const { path, log } = this.#needs
    try {
      const line = openLine(path)
      this.#line = line
      line.on('error', () => this.#end())
      line.once('close', () => this.#end())
      // The open port keeps its settings even if another program changed them.
      await this.apply()
      if (this.#client !== client) return
      line.on('data', (bytes) => client.write(bytes))
      client.on('data', (bytes) => {
        line.write(bytes)
        if (line.writableLength > maxWaitingBytes) this.#end()
      })
    } catch (error) {
      log(`${path}: ${error instanceof Error ? error.message : String(error)}`)
      this.#end()
    }
  }

  #end(): void {
    const [client, line] = [this.#client, this.#line]
    this.#client = undefined
    this.#line = undefined
    client?.destroy()
    line?.destroy()
  }
}

/** Opens without waiting for a carrier, and not as the controlling terminal of the agent. */
function openLine(path: string): ReadStream {
  const fd = openSync(path, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK)
  try {
    return new ReadStream(fd)
  } catch (error) {
    closeSync(fd)
    throw error
  }
}
