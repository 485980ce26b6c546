// Command lines that run a gateway's edge agent against the broker of this platform.
import type { BrokerAddress } from './contract.ts'

/** The file name for the certificate of a private authority. */
export const caFile = 'gatehouse-ca.pem'

/**
 * The broker's URL for an agent, such as `mqtts://plant.example:8883`. `pageHost`: the host in the browser's address.
 */
export function brokerUrl({ host, port, secure }: BrokerAddress, pageHost: string): string {
  const name = host ?? pageHost
  const written = name.includes(':') && !name.startsWith('[') ? `[${name}]` : name
  return `${secure ? 'mqtts' : 'mqtt'}://${written}:${port}`
}

/** Environment variables of the agent: settings and secret of one gateway. */
function settings(sn: string, secret: string, address: BrokerAddress, pageHost: string): string {
  const needsFile = address.ca !== null || address.isCaMissing
  const ca = needsFile ? ` MQTT_CA_FILE=${caFile}` : ''
  return `GATEWAY_SN=${sn} GATEWAY_SECRET=${secret} MQTT_URL=${brokerUrl(address, pageHost)}${ca}`
}

/** Runs a downloaded agent manually. */
export function runCommand(sn: string, secret: string | undefined, address: BrokerAddress, pageHost: string): string {
  const ask = secret === undefined ? "printf 'GATEWAY_SECRET: '; read -r GATEWAY_SECRET; " : ''
  return `${ask}${settings(sn, secret ?? '"$GATEWAY_SECRET"', address, pageHost)} node gatehouse-edge.mjs`
}

/** Installs the agent as a service. The installer prompts for the secret, so that no shell history contains it. */
export function installCommand(sn: string, { ca, isCaMissing }: BrokerAddress, origin: string): string {
  const isPrivate = ca !== null || isCaMissing
  const trust = isPrivate ? `--cacert ${caFile} ` : ''
  const own = isPrivate ? ` --ca ${caFile}` : ''
  return `curl -fsSL ${trust}${origin}/agent/install.sh | sudo sh -s -- --sn ${sn}${own}`
}
