// The engineer's end of a remote download as a program: one file, started with the line that the page of the device
// shows.
import { errorText } from '../../contract/errors.ts'
import { limits } from '../../contract/limits.ts'
import { tunnelEnds } from '../../contract/tunnel.ts'
import { openLocalTunnel, TunnelFault } from '../../signal/tunnel/local.ts'
import { languageOf, readArguments, usage } from './config.ts'
import { ends, fillText, messages } from './text.ts'

const language = languageOf()

/** The text for the end of a tunnel, with the gateway's reason if it gave one. */
function overText(why: string, code: number | null): string {
  const known = tunnelEnds.find((each) => each === why)
  if (!known) return fillText(messages.lost, language, { reason: why })
  const reason = code === null ? '' : `: ${errorText(code, language)}`
  return fillText(messages.over, language, { why: ends[known][language] + reason })
}

async function main(): Promise<number> {
  const config = readArguments(process.argv.slice(2), language)
  if (!config) {
    console.error(fillText(messages.usage, language, { usage }))
    return 2
  }
  const { url, ticket, port } = config
  console.log(fillText(messages.connecting, language, { url: new URL(url).origin }))
  const onRefused = (why: 'full' | { reason: string }) =>
    console.log(
      why === 'full'
        ? fillText(messages.full, language, { limit: limits.tunnelStreams })
        : fillText(messages.reset, language, why),
    )
  const tunnel = await openLocalTunnel({ url, ticket, onRefused, ...(port === undefined ? {} : { port }) })
  const { device, localPort: local, host, port: of, leftMs } = tunnel
  const until = new Date(Date.now() + leftMs).toLocaleTimeString(language)
  console.log(fillText(messages.open, language, { device, local, host, port: of, until }))
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
    console.error(message === 'ticket' ? fillText(messages.ticket, language) : overText(message, code))
    process.exitCode = 1
  },
)
