// Requests to EZVIZ, the meaning of its answers, and the camera of a widget. Pure.
import { z } from 'zod'
import { errorCode, Failure } from '../../../contract/errors.ts'
import { limits } from '../../../contract/limits.ts'
import type { PageWidget } from '../../../contract/page-document.ts'
import type { Camera, Direction, Protocol, Region } from './contract.ts'
import { errors } from './errors.ts'
import { cameraLimits } from './limits.ts'

/** The first address of each cloud. */
const homes: Record<Region, string> = { china: 'https://open.ys7.com', international: 'https://open.ezvizlife.com' }

/** The address of the provider in a region. `own`: an address of the settings that replaces it. */
export const homeOf = (region: Region, own: string | null): string => own ?? homes[region]

const ownHosts = /(^|\.)(ys7|ezviz|ezvizlife|ezvizapi)\.com$/

/** The origin for the calls of an account, as the provider named it; only the provider's own hosts are accepted. */
export function areaOf(said: unknown, home: string, own: string | null): string {
  if (typeof said !== 'string' || !URL.canParse(said)) return home
  const { origin, protocol, hostname, port, username } = new URL(said)
  if (own !== null) return origin === new URL(own).origin ? own : home
  return protocol === 'https:' && port === '' && username === '' && ownHosts.test(hostname) ? origin : home
}

type Said = { code: string; msg: string }
type Answer = Said & { data?: unknown }

const code = z.union([z.string().max(20), z.number()]).transform(String)
const AnyAnswer = z.object({ code, msg: z.string().catch(''), data: z.unknown().optional() })

/** Validates an answer of the provider; undefined if the JSON is not one. */
export function answerOf(json: unknown): Answer | undefined {
  const { success, data } = AnyAnswer.safeParse(json)
  return success ? { ...data, msg: data.msg.slice(0, 200) } : undefined
}

export const isGood = ({ code }: Said): boolean => code === '200'
/** The token was revoked before its time. */
export const isTokenOver = ({ code }: Said): boolean => code === '10002'

const Token = z.object({
  accessToken: z.string().min(1).max(500),
  expireTime: z.number().catch(0),
  areaDomain: z.unknown().optional(),
})
type Token = z.output<typeof Token>
export const tokenOf = (data: unknown): Token | undefined => Token.safeParse(data).data

const secure = ({ protocol, hostname }: URL): boolean =>
  protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname))

/** The address of a stream; undefined if a browser cannot play it. */
export function streamOf(data: unknown): string | undefined {
  const { url } = (data ?? {}) as { url?: unknown }
  return typeof url === 'string' && url.length <= 2000 && URL.canParse(url) && secure(new URL(url)) ? url : undefined
}

type Fields = Record<string, string | number>
const who = ({ serial, channel }: Camera): Fields => ({ deviceSerial: serial, channelNo: channel })

export const askFor = {
  token: ({ appKey, appSecret }: { appKey: string; appSecret: string }): Fields => ({ appKey, appSecret }),
  address: (camera: Camera, protocol: Protocol): Fields => ({
    ...who(camera),
    protocol: protocol === 'hls' ? 2 : 4,
    quality: camera.quality === 'high' ? 1 : 2,
    expireTime: cameraLimits.cameraAddressMs / 1000,
  }),
  turn: (camera: Camera, direction: Direction): Fields => ({
    ...who(camera),
    direction: numbers[direction],
    speed: 1,
  }),
  stop: (camera: Camera, direction: Direction): Fields => ({ ...who(camera), direction: numbers[direction] }),
  talk: who,
}

const numbers: Record<Direction, number> = { up: 0, down: 1, left: 2, right: 3, zoomIn: 8, zoomOut: 9 }

export type Act = 'token' | 'address' | 'turn' | 'stop' | 'talk'

/** Codes of the interface, grouped by their meaning for the user. */
const meanings: Record<string, string> = {
  ...{ 10001: 'badRequest', 10005: 'key', 10017: 'key', 10030: 'key' },
  ...{ 10028: 'quota', 10029: 'quota', 9048: 'quota', 9049: 'quota', 10026: 'quota', 60061: 'quota' },
  ...{ 20002: 'unknown', 20014: 'serial', 20018: 'foreign', 20032: 'channel', 10056: 'foreign' },
  ...{ 20006: 'offline', 20007: 'offline', 20008: 'late', 60019: 'encrypted' },
  ...{ 20015: 'unable', 60000: 'unable', 60001: 'unable', 60020: 'unable' },
  ...{ 60002: 'end', 60003: 'end', 60004: 'end', 60005: 'end' },
  ...{ 111000: 'voiceQuota' },
}

/** Maps a refusal of the provider to an error of the platform, with the provider's code and message as data. */
export function failureOf(said: Said, act: Act, camera?: Camera): Failure {
  const { serial = '–', channel = 1 } = camera ?? {}
  const data = { said }
  switch (meanings[said.code]) {
    case 'key':
      return errors.fail('cameraKeyWrong', {}, data)
    case 'badRequest':
      return act === 'token' ? errors.fail('cameraKeyWrong', {}, data) : refused(said)
    case 'quota':
      return errors.fail('cameraQuota', {}, data)
    case 'unknown':
      return errors.fail('cameraUnknown', { serial }, data)
    case 'foreign':
      return errors.fail('cameraForeign', { serial }, data)
    case 'serial':
      return errors.fail('cameraSerialWrong', { serial }, data)
    case 'channel':
      return errors.fail('cameraChannelMissing', { serial, channel }, data)
    case 'offline':
      return errors.fail('cameraOffline', {}, data)
    case 'encrypted':
      return errors.fail('cameraEncrypted', {}, data)
    case 'end':
      return errors.fail('cameraAtEnd', {}, data)
    case 'voiceQuota':
      return errors.fail('cameraVoiceQuota', {}, data)
    case 'unable':
      return errors.fail(act === 'talk' ? 'cameraCannotTalk' : 'cameraCannotTurn', {}, data)
    default:
      return refused(said)
  }
}

const refused = (said: Said): Failure =>
  errors.fail('cameraRefused', { answer: said.code, reason: said.msg || said.code }, { said })

/** Code and message of the provider; undefined if it did not answer, so that the outcome is unknown. */
export const saidOf = (failure: Failure): Said | undefined => (failure.data as { said?: Said } | null)?.said

/** Nothing was done: the provider refused, or was not called. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof Failure && (saidOf(error) !== undefined || error.code === errorCode('tooFrequent'))

const Stored = z.object({
  type: z.literal('ezviz').default('ezviz').catch('ezviz'),
  serialNumber: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z0-9]{4,32}$/),
  channelNumber: z.coerce.number().int().min(1).max(999).catch(1),
  quality: z.enum(['high', 'smooth']).catch('high'),
  PanTilt: z.boolean().catch(false),
  talk: z.boolean().catch(false),
})

/** The camera of a widget, with what the page's author allows; undefined for any other widget. */
export type Shown = Camera & { isTurned: boolean; isSpoken: boolean; name: string }

export function cameraOf({ widgetType, widgetName, data }: PageWidget): Shown | undefined {
  if (widgetType !== 'Video' || (data?.type !== undefined && data.type !== 'ezviz')) return undefined
  const stored = Stored.safeParse(data ?? {}).data
  if (!stored) return undefined
  const { serialNumber: serial, channelNumber: channel, quality, PanTilt, talk } = stored
  const text = typeof data?.text === 'string' ? data.text : ''
  return { serial, channel, quality, isTurned: PanTilt, isSpoken: talk, name: widgetName || text || serial }
}

/** Finds a widget of a page, also within groups. */
export function widgetIn(widgets: readonly PageWidget[], id: string): PageWidget | undefined {
  for (const widget of widgets) {
    const found = widget.id === id ? widget : widgetIn(widget.children ?? [], id)
    if (found) return found
  }
  return undefined
}

const rate = 16_000

/** Duration of a message; undefined unless it is 16-bit mono WAV at 16 kHz of at most the allowed length. */
export function secondsOf(wav: Uint8Array): number | undefined {
  const view = new DataView(wav.buffer, wav.byteOffset, wav.byteLength)
  const has = (at: number, text: string) => [...text].every((sign, i) => wav[at + i] === sign.charCodeAt(0))
  if (wav.length < 44 || !has(0, 'RIFF') || !has(8, 'WAVEfmt ') || !has(36, 'data')) return undefined
  const [kind, channels, perSecond, bits] = [
    ...[view.getUint16(20, true), view.getUint16(22, true), view.getUint32(24, true), view.getUint16(34, true)],
  ]
  const bytes = view.getUint32(40, true)
  if (kind !== 1 || channels !== 1 || perSecond !== rate || bits !== 16 || bytes !== wav.length - 44) return undefined
  const seconds = bytes / (2 * rate)
  return bytes > 0 && seconds <= limits.cameraTalkS ? seconds : undefined
}
