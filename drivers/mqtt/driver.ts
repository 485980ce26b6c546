// MQTT in, the half that does I/O: a session with a broker. The library is loaded with the first connection.
import type { TagOpener } from '../driver.ts'
import type { MqttParams } from './params.ts'

export const opener = {
  async open(params, signal) {
    const { MqttSession } = await import('./session.ts')
    return MqttSession.open(params, signal)
  },
} satisfies TagOpener<MqttParams>
