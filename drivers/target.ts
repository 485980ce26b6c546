// Where on the network the device of a driver is: what a remote download may reach, and nothing else.

export type Target = { host: string; port: number }

const opcUaPort = 4840

/** Host (lower case) and port out of the parameters of a driver; nothing where they name none. */
export function targetOf(params: object): Target | undefined {
  const { host, port, endpointUrl } = params as Record<string, unknown>
  if (typeof host === 'string' && host && typeof port === 'number') return { host: host.toLowerCase(), port }
  if (typeof endpointUrl !== 'string' || !/^opc\.tcp:\/\//i.test(endpointUrl)) return undefined
  // Of a scheme that the parser knows, so that it tells the host by the usual rules.
  const known = endpointUrl.replace(/^opc\.tcp:/i, 'http:')
  if (!URL.canParse(known)) return undefined
  return { host: new URL(known).hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase(), port: portOf(endpointUrl) }
}

/** The parser leaves out the usual port of http, which would be one like any other here. */
const portOf = (url: string): number => Number(/^opc\.tcp:\/\/(?:\[[^\]]*\]|[^/:]*):(\d+)/i.exec(url)?.[1]) || opcUaPort

export const isSameTarget = (a: Target | undefined, b: Target | undefined): boolean =>
  a !== undefined && b !== undefined && a.host === b.host && a.port === b.port
