// A site in a frame that has no part in the page around it; only those that the platform admits are shown.
import { useEffect, useState } from 'react'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { type FrameFault, frameFault } from './rules.ts'
import { frameText } from './text.ts'
import { useRefused } from './use-refused.ts'
import './site.css'

export function FramedSite({ link, scrolling = 'auto' }: { link: string; scrolling?: 'auto' | 'no' }) {
  const t = useText(frameText)
  // The address of the page is the browser's, so it is asked in an effect.
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
      // Without an origin of its own it has no cookies and no storage, neither of ours nor of its site.
      sandbox="allow-scripts allow-forms"
      referrerPolicy="no-referrer"
      loading="lazy"
      scrolling={scrolling}
    />
  )
}
