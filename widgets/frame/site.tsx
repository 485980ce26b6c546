// Shows an external website in a sandboxed frame, if the platform's settings allow that website.
import { useEffect, useState } from 'react'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { type FrameFault, frameFault } from './rules.ts'
import { frameText } from './text.ts'
import { useRefused } from './use-refused.ts'
import './site.css'

export function FramedSite({ link, scrolling = 'auto' }: { link: string; scrolling?: 'auto' | 'no' }) {
  const t = useText(frameText)
  // Only the browser knows the page's address, so an effect reads it.
  const [fault, setFault] = useState<FrameFault | 'unknown' | undefined>('unknown')
  useEffect(() => setFault(frameFault(link, window.location.href)), [link])
  const site = fault === undefined ? new URL(link.trim()).origin : ''
  const isRefused = useRefused(site, ['frame-src'])
  if (fault === 'unknown') return null
  if (fault) return <WidgetNote isFault={fault !== 'noLink'}>{t(fault)}</WidgetNote>
  if (isRefused) return <WidgetNote isFault>{t('notAllowed', { site })}</WidgetNote>
  return (
    <iframe
      className="framed-site"
      src={link.trim()}
      title={link.trim()}
      // Without an origin the framed website has no cookies and no storage, neither its own nor the platform's.
      sandbox="allow-scripts allow-forms"
      referrerPolicy="no-referrer"
      loading="lazy"
      scrolling={scrolling}
    />
  )
}
