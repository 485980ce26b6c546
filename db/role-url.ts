// A connection string that says as which role its sessions act. It is libpq's own parameter `options`.

/** Adds server settings to a connection string that may have some already. */
export function withSettings(url: string, settings: Record<string, string | number>): string {
  const added = Object.entries(settings).map(([key, value]) => `-c ${key}=${value}`)
  if (added.length === 0) return url
  const changed = new URL(url)
  const before = changed.searchParams.get('options')
  changed.searchParams.set('options', [...(before ? [before] : []), ...added].join(' '))
  return asConnectionString(changed)
}

/** The same login without any settings of its own: as itself. */
export function withoutSettings(url: string): string {
  const changed = new URL(url)
  changed.searchParams.delete('options')
  return asConnectionString(changed)
}

/** The parameters of a URL write a blank as +, which libpq reads as a plus. */
function asConnectionString(url: URL): string {
  url.search = url.search.replaceAll('+', '%20')
  return url.href
}
