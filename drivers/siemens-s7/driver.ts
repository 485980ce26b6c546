// Siemens S7, the half that does I/O: opens the socket and connects to the CPU.
import type { Opener } from '../driver.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import { IsoLine } from './iso.ts'
import type { S7Params } from './params.ts'
import { S7Session } from './session.ts'

export const opener: Opener<S7Params> = {
  async open(params, signal) {
    const line = new IsoLine(await openWire(params, signal))
    const session = new S7Session(line)
    const onAbort = () => line.close()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      if (signal.aborted) throw closedFault()
      await session.start(params)
      return session
    } catch (error) {
      line.close()
      throw faultOf(error).asBroken()
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  },
}
