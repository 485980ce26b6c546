// Opens ports and the broker; faults name the setting to correct.
import type { Kysely } from 'kysely'
import type { DB } from '../../db/schema.ts'
import { errorCode, SetupError } from '../../db/setup-error.ts'
import { loadSealedSecrets } from '../../features/gateway/registry/store.ts'
import { EmbeddedBroker } from '../../signal/cloud/embedded-broker.ts'
import { externalBroker } from '../../signal/cloud/external-broker.ts'
import type { GatewayLink, LinkNeeds } from '../../signal/cloud/link.ts'
import type { ServerConfig } from './config.ts'
import type { Seal } from './seal.ts'

const settings = { http: 'PORT', mqtt: 'MQTT_PORT' } as const

/** Runs `open`; a port that is in use or forbidden is reported in one clear line. */
export async function listen<T>(open: () => Promise<T>, config: ServerConfig, what: keyof typeof settings): Promise<T> {
  try {
    return await open()
  } catch (error) {
    const { port } = error as { port?: number }
    const setting =
      what === 'mqtt' && port === config.mqttsPort && port !== config.mqttPort ? 'MQTTS_PORT' : settings[what]
    const code = errorCode(error)
    const at = `${config.host}:${port ?? (what === 'http' ? config.port : config.mqttPort)}`
    if (code === 'EADDRINUSE')
      throw new SetupError(setting, `${at} is in use by another program: set ${setting} to a free port`, error)
    if (code === 'EACCES')
      throw new SetupError(
        setting,
        `This user is not permitted to open ${at}: set ${setting} to a port above 1023`,
        error,
      )
    if (code === 'EADDRNOTAVAIL')
      throw new SetupError('HOST', `${config.host} is not an address of this machine: set HOST to one that is`, error)
    throw error
  }
}

/** The link by the settings: an external broker with MQTT_URL, else the embedded one. */
export function openLink(config: ServerConfig, db: Kysely<DB>, { unseal }: Seal): (needs: LinkNeeds) => GatewayLink {
  const { host, mqttPort: port, mqttsPort, tls, mqttUrl } = config
  if (mqttUrl === null) {
    if (port === null && !tls)
      throw new SetupError('MQTT_PORT', 'MQTT_PORT=0 leaves gateways no way in: set TLS_CERT and TLS_KEY, or MQTT_URL')
    return (needs) => new EmbeddedBroker(tls ? { host, port, tls: { port: mqttsPort, ...tls } } : { host, port }, needs)
  }
  const gateways = async () =>
    (await loadSealedSecrets(db)).map(({ sn, secretSealed, boxId }) => ({ sn, secret: unseal(secretSealed), boxId }))
  const fault = (message: string, cause: unknown) => new SetupError('MQTT_URL', message, cause)
  return (needs) => externalBroker({ url: mqttUrl, gateways, fault }, needs)
}
