// EtherNet/IP, the half that does I/O: opens the socket, registers a session and opens a connection.
import type { TagOpener } from '../driver.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import { Channel } from './channel.ts'
import type { EipParams } from './params.ts'
import { EipSession } from './session.ts'

export const opener: TagOpener<EipParams> = {
  async open(params, signal) {
    const channel = new Channel(await openWire(params, signal), params)
    const onAbort = () => channel.close()
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      if (signal.aborted) throw closedFault()
      await channel.start()
      return new EipSession(channel, params)
    } catch (error) {
      channel.close()
      throw faultOf(error).asBroken()
    } finally {
      signal.removeEventListener('abort', onAbort)
    }
  },
}
