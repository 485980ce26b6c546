// The engineer's end of a remote download as a program: one file, started with the line that the page of the device shows.
import { errorText } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { tunnelEnds } from '../../contract/tunnel.ts'
import { openLocalTunnel, TunnelFault } from '../../signal/tunnel/local.ts'
import { languageOf, readArguments, usage } from './config.ts'
import { ends, filled, said } from './text.ts'

const language = languageOf()

/** Why it is over, in words; the gateway's own reason where it gave one. */
function overText(why: string, code: number | null): string {
  const known = tunnelEnds.find((each) => each === why)
  if (!known) return filled(said.lost, language, { reason: why })
  const reason = code === null ? '' : `: ${errorText(code, language)}`
  return filled(said.over, language, { why: ends[known][language] + reason })
}

async function main(): Promise<number> {
  const config = readArguments(process.argv.slice(2), language)
  if (!config) {
    console.error(filled(said.usage, language, { usage }))
    return 2
  }
  const { url, ticket, port } = config
  console.log(filled(said.connecting, language, { url: new URL(url).origin }))
  const onRefused = (why: 'full' | { reason: string }) =>
    console.log(
      why === 'full' ? filled(said.full, language, { limit: limits.tunnelStreams }) : filled(said.reset, language, why),
    )
  const tunnel = await openLocalTunnel({ url, ticket, onRefused, ...(port === undefined ? {} : { port }) })
  const { device, localPort: local, host, port: of, leftMs } = tunnel
  const until = new Date(Date.now() + leftMs).toLocaleTimeString(language)
  console.log(filled(said.open, language, { device, local, host, port: of, until }))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void tunnel.end())
  const { why, code } = await tunnel.over
  console.log(overText(why, code))
  return why === 'programGone' || why === 'ended' || why === 'expired' ? 0 : 1
}

main().then(
  (code) => {
    process.exitCode = code
  },
  (error: unknown) => {
    const { message, code } = error instanceof TunnelFault ? error : { message: String(error), code: null }
    console.error(message === 'ticket' ? filled(said.ticket, language) : overText(message, code))
    process.exitCode = 1
  },
)
