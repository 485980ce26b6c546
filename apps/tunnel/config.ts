// The command line of the program, and the language of its messages; only this file reads them.
import type { Language } from '../../contract/errors.ts'

type TunnelConfig = { url: string; ticket: string; port: number | undefined; language: Language }

/** The command line, in one line. */
export const usage = 'node gatehouse-tunnel.mjs <https://platform> <ticket> [local port]'

/** The language of the computer; English for any language but Chinese. */
export function languageOf(env: Record<string, string | undefined> = process.env): Language {
  const told = env.LC_ALL || env.LC_MESSAGES || env.LANG || Intl.DateTimeFormat().resolvedOptions().locale
  return /^zh/i.test(told) ? 'zh-cn' : 'en'
}

/** Parses the command line; undefined if it is not valid. */
export function readArguments(args: readonly string[], language: Language): TunnelConfig | undefined {
  const [url = '', ticket = '', port] = args
  if (!/^https?:\/\//.test(url) || !URL.canParse(url) || !/^[\w-]{20,100}$/.test(ticket)) return undefined
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65535)) return undefined
  return { url, ticket, port: port === undefined ? undefined : Number(port), language }
}
