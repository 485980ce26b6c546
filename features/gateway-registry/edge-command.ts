// The line that runs the edge agent of a gateway, for the place the page was opened from.

type Where = Pick<Location, 'protocol' | 'hostname'>

export function edgeCommand(sn: string, secret: string, { protocol, hostname }: Where): string {
  const host = hostname.includes(':') && !hostname.startsWith('[') ? `[${hostname}]` : hostname
  const broker = protocol === 'https:' ? `mqtts://${host}:8883` : `mqtt://${host}:1883`
  return `GATEWAY_SN=${sn} GATEWAY_SECRET=${secret} MQTT_URL=${broker} npm run edge`
}
