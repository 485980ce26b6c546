// The page's clock: the current time, or the shown moment of a page in the past. Written once a second by the host's
// timer.
import { useEffect, useRef } from 'react'
import { everySecond } from '../../signal/web/use-binding.ts'
import { formatTime } from '../../ui/format.ts'
import { choiceField } from '../fields.ts'
import { textCss, textStyle } from '../text-style.ts'
import { widget } from '../widget.ts'
import '../aged.css'
import './text.css'

const formats = ['YYYY-MM-DD HH:mm:ss', 'YYYY-MM-DD', 'HH:mm:ss', 'HH:mm', 'MM-DD HH:mm'] as const
type Format = (typeof formats)[number]

/** Formats a time such as `2026-11-21 08:41:07`, by cutting it. */
export const inFormat = (stamp: string, format: Format): string => {
  const from = format.startsWith('YYYY') ? 0 : format.startsWith('MM') ? 5 : 11
  return stamp.slice(from, from + format.length)
}

export default widget({
  family: 'usual',
  word: 'Timer',
  name: { en: 'Clock', 'zh-cn': '时间' },
  size: { width: 180, height: 28 },
  style: textStyle,
  data: {
    format: choiceField('YYYY-MM-DD HH:mm:ss', {
      section: 'content',
      label: { en: 'Format', 'zh-cn': '格式' },
      options: formats.map((value) => ({ value, label: { en: value, 'zh-cn': value } })),
    }),
  },
  mark: 'outline',
  Draw({ style, data: { format }, host, mode }) {
    const node = useRef<HTMLTimeElement>(null)
    const text = () => inFormat(formatTime(host.now(), host.clock), format)
    useEffect(() => {
      if (mode !== 'run') return undefined
      const show = () => {
        if (node.current) node.current.textContent = inFormat(formatTime(host.now(), host.clock), format)
      }
      show()
      return everySecond(show)
    }, [host, mode, format])
    return (
      <div className="static-text aged" style={textCss(style)}>
        <time ref={node}>{mode === 'run' ? text() : format}</time>
      </div>
    )
  },
})
