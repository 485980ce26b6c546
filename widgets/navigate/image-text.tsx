// A text with pictures, tables and links, stored as HTML of a rich-text editor. [S3 ImageText]
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { z } from 'zod'
import { type Field, textField } from '../fields.ts'
import { clickOf } from '../host/click-event.ts'
import { plainOf } from '../rich/allowed.ts'
import { textCss, textStyle } from '../text-style.ts'
import { type DrawProps, widget } from '../widget.ts'
import '../aged.css'
import './image-text.css'

const maxLength = 50_000
const plainLength = 900

const data = {
  richText: {
    ...textField('', { section: 'content', label: { en: 'Text and pictures', 'zh-cn': '图文内容' } }),
    schema: z.string().max(maxLength),
  } satisfies Field<string>,
}

/** The nodes are created without React after the sanitizer has loaded; until then the plain text is shown. */
function RichText({ html, mode, host }: { html: string } & Pick<DrawProps, 'mode' | 'host'>) {
  const place = useRef<HTMLDivElement>(null)
  const [isMade, setMade] = useState(false)
  useEffect(() => {
    let isLeft = false
    void import('../rich/safe-html.ts').then(
      ({ safeHtml }) => {
        if (isLeft || !place.current) return
        place.current.replaceChildren(safeHtml(html))
        setMade(true)
      },
      // If loading fails, the plain text stays.
      () => undefined,
    )
    return () => {
      isLeft = true
    }
  }, [html])
  const follow = (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest('a')?.getAttribute('href')
    if (!link?.startsWith('/') || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const click = clickOf({ enable: true, action: 'link', link })
    if (click) host.act(click)
  }
  const words = plainOf(html)
  return (
    <>
      {!isMade && <p>{words.length > plainLength ? `${words.slice(0, plainLength)}…` : words}</p>}
      {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links within are what acts */}
      <div ref={place} inert={mode !== 'run'} onClick={follow} />
    </>
  )
}

export default widget({
  family: 'navigate',
  word: 'ImageText',
  name: { en: 'Text and pictures', 'zh-cn': '图文' },
  size: { width: 300, height: 160 },
  style: textStyle,
  data,
  mark: 'outline',
  Draw: ({ style, data: { richText }, mode, host }) => (
    <div className="image-text aged" style={{ ...textCss(style), textAlign: style.align }}>
      <RichText html={richText} mode={mode} host={host} />
    </div>
  ),
})
