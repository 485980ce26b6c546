// The lines that run the edge agent of a gateway, for the broker of this platform.
import type { BrokerAddress } from './contract.ts'

/** The name under which the certificate of a private authority is saved. */
export const caFile = 'gatehouse-ca.pem'

/** `mqtts://plant.example:8883`; `pageHost` is the host by which the browser asks. */
export function brokerUrl({ host, port, secure }: BrokerAddress, pageHost: string): string {
  const name = host ?? pageHost
  const written = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
  return `${secure ? 'mqtts' : 'mqtt'}://${written}:${port}`
}

/** Settings and secret of one gateway, before the program that takes them. */
function settings(sn: string, secret: string, address: BrokerAddress, pageHost: string): string {
  const needsFile = address.ca !== null || address.isCaMissing
  const ca = needsFile ? ` MQTT_CA_FILE=${caFile}` : ''
  return `GATEWAY_SN=${sn} GATEWAY_SECRET=${secret} MQTT_URL=${brokerUrl(address, pageHost)}${ca}`
}

/** Runs the agent by hand, where it was downloaded. */
export function runCommand(sn: string, secret: string | undefined, address: BrokerAddress, pageHost: string): string {
  const ask = secret === undefined ? "printf 'GATEWAY_SECRET: '; read -r GATEWAY_SECRET; " : ''
  return `${ask}${settings(sn, secret ?? '"$GATEWAY_SECRET"', address, pageHost)} node gatehouse-edge.mjs`
}

/** Installs the agent as a service; it asks for the secret, which no history of a shell shall hold. */
export function installCommand(sn: string, { ca, isCaMissing }: BrokerAddress, origin: string): string {
  const isPrivate = ca !== null || isCaMissing
  const trust = isPrivate ? `--cacert ${caFile} ` : ''
  const own = isPrivate ? ` --ca ${caFile}` : ''
  return `curl -fsSL ${trust}${origin}/agent/install.sh | sudo sh -s -- --sn ${sn}${own}`
}
