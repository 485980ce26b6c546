// The network address of a driver's device: the only address that a remote download may reach.

export type Target = { host: string; port: number }

const opcUaPort = 4840

/** Host (lower case) and port from the parameters of a driver; nothing if they have none, as on a serial port. */
export function targetOf(params: object): Target | undefined {
  const { host, port, endpointUrl, connection } = params as Record<string, unknown>
  if (connection === 'serial') return undefined
  if (typeof host === 'string' && host && typeof port === 'number') return { host: host.toLowerCase(), port }
  if (typeof endpointUrl !== 'string' || !/^opc\.tcp:\/\//i.test(endpointUrl)) return undefined
  // Uses a scheme that the URL parser treats as hierarchical, so that it splits off the host by the usual rules.
  const known = endpointUrl.replace(/^opc\.tcp:/i, 'http:')
  if (!URL.canParse(known)) return undefined
  return { host: new URL(known).hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase(), port: portOf(endpointUrl) }
}

/** The parser drops port 80, the default of http, which is not the default here. */
const portOf = (url: string): number => Number(/^opc\.tcp:\/\/(?:\[[^\]]*\]|[^/:]*):(\d+)/i.exec(url)?.[1]) || opcUaPort

export const isSameTarget = (a: Target | undefined, b: Target | undefined): boolean =>
  a !== undefined && b !== undefined && a.host === b.host && a.port === b.port
