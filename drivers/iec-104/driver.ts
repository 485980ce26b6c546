// IEC 60870-5-104, the half that does I/O: a connection to a controlled station, or to several behind one address.
import type { TagOpener } from '../driver.ts'
import { Channel } from './channel.ts'
import type { Iec104Params } from './params.ts'
import { Iec104Session } from './session.ts'

export const opener: TagOpener<Iec104Params> = {
  async open(params, signal, _home, drivers) {
    const channel = await Channel.open(params, signal)
    // The session receives from the first frame on: the station may send stored events immediately.
    const session = new Iec104Session(channel, params, drivers)
    await channel.start(params.timeoutMs, signal)
    return session
  },
}
