// Server settings in a connection string, such as the role of its sessions, in libpq's parameter `options`.

/** Adds server settings to a connection string that may already have some. */
export function withSettings(url: string, settings: Record<string, string | number>): string {
  const added = Object.entries(settings).map(([key, value]) => `-c ${key}=${value}`)
  if (added.length === 0) return url
  const changed = new URL(url)
  const before = changed.searchParams.get('options')
  changed.searchParams.set('options', [...(before ? [before] : []), ...added].join(' '))
  return asConnectionString(changed)
}

/** The same login without server settings, so that it acts as itself. */
export function withoutSettings(url: string): string {
  const changed = new URL(url)
  changed.searchParams.delete('options')
  return asConnectionString(changed)
}

/** URL parameters encode a blank as +, which libpq reads as a plus. */
function asConnectionString(url: URL): string {
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}
