// mqtt.js as used here: MQTT 3.1.1 on a given socket, without reconnection and without a queue: unsent messages are
// lost.
import type { Socket } from 'node:net'
import { type IClientOptions, MqttClient } from 'mqtt'
import { limits } from '../../../contract/limits.ts'

const connectTimeoutMs = 10_000
const endWaitMs = 1000

/** A clean session on a connecting socket; the caller provides identity and will. */
export function speakMqtt(
  socket: Socket,
  who: Pick<IClientOptions, 'clientId' | 'username' | 'password' | 'will'>,
): MqttClient {
  return new MqttClient(() => socket, {
    ...who,
    protocolVersion: 4,
    clean: true,
    keepalive: limits.gatewayKeepAliveS,
    connectTimeout: connectTimeoutMs,
    reconnectPeriod: 0,
    queueQoSZero: false,
    resubscribe: false,
    timerVariant: 'native',
  })
}

/** Sends DISCONNECT if the line still accepts it, and closes the socket in any case. */
export async function endMqtt({ client, socket }: { client: MqttClient; socket: Socket }): Promise<void> {
  const closed = new Promise<void>((resolve) => (socket.closed ? resolve() : socket.once('close', () => resolve())))
  client.end()
  await within(closed, endWaitMs)
  socket.destroy()
  await closed
}

/** Waits for `act`, but at most `ms`. Never rejects. */
export function within(act: Promise<unknown>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    void act.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
