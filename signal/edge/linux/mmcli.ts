// Parses the key-value output of mmcli, ModemManager 1.10 and newer. [S2 Gateway]

/** Lines `key : value`; lists as `key.value[1]`. `--` means no value. */
export function parsePairs(text: string): Map<string, string> {
  const pairs = new Map<string, string>()
  for (const line of text.split('\n')) {
    const at = line.indexOf(':')
    if (at < 0) continue
    const value = line.slice(at + 1).trim()
    if (value !== '' && value !== '--') pairs.set(line.slice(0, at).trim(), value.replace(/^'(.*)'$/, '$1'))
  }
  return pairs
}

const listOf = (pairs: ReadonlyMap<string, string>, key: string): string[] =>
  [...pairs].flatMap(([name, value]) => (name.startsWith(`${key}.value[`) ? [value] : []))

/** The D-Bus path of the first modem in `mmcli -K -L`. */
export const firstModem = (text: string): string | undefined =>
  listOf(parsePairs(text), 'modem-list').find((path) => /^\/org\/freedesktop\/ModemManager1\/Modem\/\d+$/.test(path))

export type ModemFacts = {
  imei: string | undefined
  /** Signal strength in percent. */
  strength: number | undefined
  /** Radio technology: 2G to 5G. */
  technology: string | undefined
  /** Network interfaces and serial ports that belong to the modem itself. */
  interfaces: string[]
  ports: string[]
}

/** Best first: a modem lists all technologies that it uses at the same time. */
const technologies: readonly [RegExp, string][] = [
  [/^5gnr$/, '5G'],
  [/^lte/, '4G'],
  [/^(umts|hsdpa|hsupa|hspa|hspa-plus|evdo0|evdoa|evdob)$/, '3G'],
  [/^(gsm|gsm-compact|gprs|edge|1xrtt)$/, '2G'],
]

/** Parses the output of `mmcli -K -m …`. */
export function parseModem(text: string): ModemFacts {
  const pairs = parsePairs(text)
  const used = listOf(pairs, 'modem.generic.access-technologies')
  const strength = Number(pairs.get('modem.generic.signal-quality.value') ?? Number.NaN)
  const imei = pairs.get('modem.3gpp.imei') ?? pairs.get('modem.generic.equipment-identifier') ?? ''
  const ports = listOf(pairs, 'modem.generic.ports').flatMap((port) => {
    const match = /^(\S+) \((\w+)\)$/.exec(port)
    return match ? [{ name: match[1]!, kind: match[2]! }] : []
  })
  const isRegistered = used.length > 0
  return {
    imei: /^[\dA-Fa-f-]{8,20}$/.test(imei) ? imei : undefined,
    strength: isRegistered && strength >= 0 && strength <= 100 ? strength : undefined,
    technology: technologies.find(([pattern]) => used.some((each) => pattern.test(each)))?.[1],
    interfaces: ports.filter(({ kind }) => kind === 'net').map(({ name }) => name),
    ports: ports.map(({ name }) => name),
  }
}

const sources = ['gps-raw', 'gps-nmea'] as const
export type Source = (typeof sources)[number]

/** The sources of coordinates in `--location-status`. A cell is not one: only its number is known, not its position. */
export const sourcesOf = (text: string): Source[] => {
  const able = listOf(parsePairs(text), 'modem.location.capabilities')
  return sources.filter((source) => able.includes(source))
}

export type Place = { latitude: number; longitude: number; accuracyM: number }

// The accuracy of a receiver without corrections at a dilution of 1.
const receiverM = 5
// Accuracy if the dilution is unknown.
const unknownAccuracyM = 50

/** Parses the output of `--location-get`; returns nothing while there is no fix. */
export function parsePlace(text: string): Place | undefined {
  const pairs = parsePairs(text)
  const fix = listOf(pairs, 'modem.location.gps.nmea').flatMap((line) => fixOf(line) ?? [])[0]
  const latitude = degrees(pairs.get('modem.location.gps.latitude'), 90)
  const longitude = degrees(pairs.get('modem.location.gps.longitude'), 180)
  if (latitude === undefined || longitude === undefined) return fix
  return { latitude, longitude, accuracyM: fix?.accuracyM ?? unknownAccuracyM }
}

function degrees(text: string | undefined, max: number): number | undefined {
  const value = text === undefined ? Number.NaN : Number(text)
  return Math.abs(value) <= max ? value : undefined
}

/** A GGA sentence of any constellation: time, latitude, N, longitude, E, quality, satellites, dilution. */
function fixOf(sentence: string): Place | undefined {
  const [, body, sum] = /^\$(\w\wGGA,[^*]*)\*([\dA-F]{2})$/i.exec(sentence.trim()) ?? []
  if (!body || [...body].reduce((all, each) => all ^ each.charCodeAt(0), 0) !== Number.parseInt(sum!, 16))
    return undefined
  const [, , lat, south, lng, west, quality, , dilution] = body.split(',')
  const latitude = minutes(lat, 2, south === 'S')
  const longitude = minutes(lng, 3, west === 'W')
  if (!quality || quality === '0' || latitude === undefined || longitude === undefined) return undefined
  const spread = Number(dilution || Number.NaN)
  return { latitude, longitude, accuracyM: spread > 0 ? Math.ceil(spread * receiverM) : unknownAccuracyM }
}

/** Degrees and minutes in one number: `4807.038` is 48 degrees and 7.038 minutes. */
function minutes(text: string | undefined, digits: number, isNegative: boolean): number | undefined {
  if (!text || !new RegExp(`^\\d{${digits + 2}}(\\.\\d+)?$`).test(text)) return undefined
  const value = Number(text.slice(0, digits)) + Number(text.slice(digits)) / 60
  const max = digits === 2 ? 90 : 180
  const rounded = Math.round(value * 1e6) / 1e6
  return rounded <= max ? (isNegative ? -rounded : rounded) : undefined
}
