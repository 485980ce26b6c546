// Which sites a frame may show. Pure.
export type FrameFault = 'noLink' | 'notWeb' | 'ownSite' | 'plainHttp'

/**
 * Why a link is not shown, or nothing. The platform itself is none of them: it would stand there with the viewer's session.
 * `here`: the address of the page.
 */
export function frameFault(link: string, here: string): FrameFault | undefined {
  if (link.trim() === '') return 'noLink'
  // As it stands, not as a path of ours.
  const url = URL.canParse(link.trim()) ? new URL(link.trim()) : undefined
  if (!url) return link.trim().startsWith('/') ? 'ownSite' : 'notWeb'
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return 'notWeb'
  const own = new URL(here)
  // Of another port too: cookies know no ports.
  if (url.hostname.replace(/\.$/, '') === own.hostname) return 'ownSite'
  return own.protocol === 'https:' && url.protocol === 'http:' ? 'plainHttp' : undefined
}
