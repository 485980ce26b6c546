// Decides which sites a frame may show. Pure.
export type FrameFault = 'noLink' | 'notWeb' | 'ownSite' | 'plainHttp'

/**
 * The reason why a link is not shown, or undefined. Rejects the platform itself, which would open with the viewer's
 * session. `here`: the address of the page.
 */
export function frameFault(link: string, here: string): FrameFault | undefined {
  if (link.trim() === '') return 'noLink'
  // Parses without a base: a relative link is rejected below.
  const url = URL.canParse(link.trim()) ? new URL(link.trim()) : undefined
  if (!url) return link.trim().startsWith('/') ? 'ownSite' : 'notWeb'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'notWeb'
  const own = new URL(here)
  // Compares host names without ports, because cookies ignore ports.
  if (url.hostname.replace(/\.$/, '') === own.hostname) return 'ownSite'
  return own.protocol === 'https:' && url.protocol === 'http:' ? 'plainHttp' : undefined
}
