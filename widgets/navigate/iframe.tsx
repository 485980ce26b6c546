// Another page of the platform, or a site in a frame that has no part in it. [S3 Iframe]
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { choiceField, numberField, textField } from '../fields.ts'
import { FramedSite } from '../frame/site.tsx'
import { frameText } from '../frame/text.ts'
import type { PageHost } from '../host/page-host.ts'
import { type Mode, widget } from '../widget.ts'

const ofEquip = { field: 'type', is: ['equip'] }
const ofLink = { field: 'type', is: ['link'] }

const data = {
  type: choiceField('equip', {
    section: 'content',
    label: { en: 'Shows', 'zh-cn': '显示内容' },
    options: [
      { value: 'equip', label: { en: 'A page of a device', 'zh-cn': '设备页面' } },
      { value: 'link', label: { en: 'A link', 'zh-cn': '链接' } },
    ],
  }),
  pageId: numberField(0, {
    ...{ section: 'content', min: 0, max: 2_147_483_647, when: ofEquip },
    label: { en: 'Page', 'zh-cn': '页面' },
  }),
  link: textField('', { section: 'content', when: ofLink, label: { en: 'Link', 'zh-cn': '链接' } }),
  scrolling: choiceField('auto', {
    ...{ section: 'behaviour', when: ofLink },
    label: { en: 'Scroll bars', 'zh-cn': '滚动条' },
    options: [
      { value: 'auto', label: { en: 'Where needed', 'zh-cn': '自动' } },
      { value: 'no', label: { en: 'Never', 'zh-cn': '从不' } },
    ],
  }),
}

function InnerPage({ pageId, mode, host: { Page } }: { pageId: number; mode: Mode; host: PageHost }) {
  const t = useText(frameText)
  if (pageId === 0) return <WidgetNote>{t('noPage')}</WidgetNote>
  if (mode !== 'run' || !Page) return <WidgetNote>{t('pageHere', { id: pageId })}</WidgetNote>
  return <Page pageId={pageId} />
}

function Site({ link, scrolling, mode }: { link: string; scrolling: 'auto' | 'no'; mode: Mode }) {
  const t = useText(frameText)
  if (mode !== 'run') return <WidgetNote>{link || t('noLink')}</WidgetNote>
  return <FramedSite link={link} scrolling={scrolling} />
}

export default widget({
  family: 'navigate',
  word: 'Iframe',
  name: { en: 'Page in the page', 'zh-cn': '内嵌页面' },
  size: { width: 400, height: 300 },
  data,
  mark: 'outline',
  Draw: ({ data: { type, pageId, link, scrolling }, mode, host }) =>
    type === 'equip' ? (
      <InnerPage pageId={pageId} mode={mode} host={host} />
    ) : (
      <Site link={link} scrolling={scrolling} mode={mode} />
    ),
})
