// Hand-made packets of MQTT 3.1.1 that no client would send.

/** An MQTT packet: header, length, body. */
export function mqttPacket(head: number, body: Buffer = Buffer.alloc(0)): Buffer {
  const length: number[] = []
  let left = body.length
  do {
    length.push((left % 128) | (left > 127 ? 128 : 0))
    left = Math.floor(left / 128)
  } while (left > 0)
  return Buffer.concat([Buffer.from([head, ...length]), body])
}

export function mqttText(value: string): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

/** CONNECT with a clean session and a keep-alive of 20 s; with a will if there is a topic for it. */
export function mqttConnect(who: { clientId: string; username: string; password: string; will?: string }): Buffer {
  const { clientId, username, password, will } = who
  const flags = 0b1100_0010 | (will ? 0b0000_1100 : 0)
  const last = will ? [mqttText(will), mqttText('{}')] : []
  const head = Buffer.from([4, flags, 0, 20])
  return mqttPacket(
    0x10,
    Buffer.concat([mqttText('MQTT'), head, mqttText(clientId), ...last, mqttText(username), mqttText(password)]),
  )
}
