// Omron FINS, the half that does I/O: opens the socket, and by TCP exchanges nodes with the PLC.
import type { Opener } from '../driver.ts'
import { closedFault, faultOf } from '../modbus-tcp/faults.ts'
import { openWire } from '../modbus-tcp/wire.ts'
import { connectionKey, type FinsParams } from './params.ts'
import { type Counter, FinsSession } from './session.ts'
import { type FinsLine, TcpLine } from './tcp-line.ts'
import { openUdp } from './udp-line.ts'

/**
 * Request numbers by connection. A new session continues them: by UDP the answer to a request of the former session can
 * reach it.
 */
const counters = new Map<string, Counter>()

function counterOf(key: string): Counter {
  const counter = counters.get(key) ?? { last: 0 }
  counters.set(key, counter)
  return counter
}

export const opener: Opener<FinsParams> = {
  async open(params, signal) {
    const line = params.transport === 'udp' ? await openUdp(params, signal) : await openTcp(params, signal)
    return new FinsSession(line, counterOf(connectionKey(params)))
  },
}

async function openTcp(params: FinsParams, signal: AbortSignal): Promise<FinsLine> {
  const line = new TcpLine(await openWire(params, signal))
  const onAbort = () => line.close()
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    if (signal.aborted) throw closedFault()
    await line.connect(params.localNode, params.timeoutMs)
    return line
  } catch (error) {
    line.close()
    throw faultOf(error).asBroken()
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
