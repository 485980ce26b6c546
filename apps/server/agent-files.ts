// Serves the gateway agent: the file, its checksum, the unit of systemd, and an installation script with the address of
// this platform.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { BrokerAddress } from '../../features/frame/spine-services.ts'
import { brokerUrl } from '../../features/gateway/registry/edge-command.ts'
import { askingOf, type OwnSite } from './own-site.ts'

const agent = 'gatehouse-edge.mjs'
const unit = 'gatehouse-edge.service'
const compressed = promisify(gzip)

type Needs = {
  agentDir: string | null
  site: OwnSite
  broker: () => BrokerAddress
  firmwareKey: () => Promise<string>
}
type Agent = { plain: Buffer; gzipped: Buffer; checksum: string }

/** Reads and compresses the agent once, on the first request; undefined if the agent is not built. */
function agentIn(folder: string | null): () => Promise<Agent | undefined> {
  let loaded: Promise<Agent | undefined> | undefined
  const load = async (dir: string): Promise<Agent> => {
    const [plain, checksum] = await Promise.all([readFile(join(dir, agent)), readFile(join(dir, `${agent}.sha256`))])
    return { plain, gzipped: await compressed(plain), checksum: checksum.toString() }
  }
  return () => {
    if (folder === null) return Promise.resolve(undefined)
    loaded ??= load(folder).catch((error: NodeJS.ErrnoException) => {
      loaded = undefined
      if (error.code === 'ENOENT') return undefined
      throw error
    })
    return loaded
  }
}

/** Mounts the files without login: a gateway has no account. */
export function mountAgentFiles(scope: FastifyInstance, { agentDir, site, broker, firmwareKey }: Needs): void {
  const load = agentIn(agentDir)
  const options = { schema: { hide: true }, compress: false } as const
  const missing = (reply: FastifyReply) =>
    reply.code(404).type('text/plain; charset=utf-8').send('The agent is not built: npm run build:edge\n')

  scope.get(`/agent/${agent}`, options, async (request, reply) => {
    const found = await load()
    if (!found) return missing(reply)
    const tag = `"${found.checksum.slice(0, 64)}"`
    reply.headers({ etag: tag, 'cache-control': 'no-cache', vary: 'accept-encoding' })
    if (request.headers['if-none-match']?.includes(tag)) return reply.code(304).send()
    reply.type('text/javascript; charset=utf-8').header('content-disposition', `attachment; filename="${agent}"`)
    const isGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    return isGzip ? reply.header('content-encoding', 'gzip').send(found.gzipped) : reply.send(found.plain)
  })
  // The bare name redirects to the file, because it would otherwise be answered with the page of the application.
  scope.get(`/${agent}`, options, (_request, reply) => reply.redirect(`/agent/${agent}`))
  scope.get(`/agent/${agent}.sha256`, options, async (_request, reply) => {
    const found = await load()
    return found ? reply.type('text/plain; charset=utf-8').send(found.checksum) : missing(reply)
  })
  scope.get(`/agent/${unit}`, options, async (_request, reply) => {
    const text = agentDir && (await load()) && (await readFile(join(agentDir, unit)))
    return text ? reply.type('text/plain; charset=utf-8').send(text) : missing(reply)
  })
  scope.get('/agent/install.sh', options, async (request: FastifyRequest, reply) => {
    const origin = site.originOf(askingOf(request.raw))
    // The origin becomes part of the script, and a caller or a proxy can put any text into the Host header.
    if (!/^https?:\/\/[\w.:[\]-]+$/.test(origin)) return reply.code(400).type('text/plain').send('malformed host\n')
    if (!agentDir || !(await load())) return missing(reply)
    const address = broker()
    const values: Record<string, string> = {
      '@PLATFORM@': origin,
      '@MQTT_URL@': brokerUrl(address, new URL(origin).hostname),
      '@AUTHORITY@': address.ca?.trim() ?? '',
      '@FIRMWARE_KEY@': await firmwareKey(),
    }
    const script = await readFile(join(agentDir, 'install.sh'), 'utf8')
    const filled = script.replace(/@[A-Z_]+@/g, (mark) => values[mark] ?? mark)
    return reply.type('text/x-shellscript; charset=utf-8').send(filled)
  })
}
