// Embeds another page of the platform, or an external website in a sandboxed frame. [S3 Iframe]
import { useMemo } from 'react'
import { framedPageOf } from '../../contract/page-document.ts'
import { useText } from '../../ui/words.ts'
import { WidgetNote } from '../asked-note.tsx'
import { choiceField, numberField, textField, type ValuesOf } from '../fields.ts'
import { FramedSite } from '../frame/site.tsx'
import { frameText } from '../frame/text.ts'
import type { PageHost } from '../host/page-host.ts'
import { type Mode, widget } from '../widget.ts'

const ofPage = { field: 'type', is: ['equip', 'main'] }
/** A condition that is never true, so that the property panel does not show the field. */
const never = { field: 'type', is: [] }
const ofLink = { field: 'type', is: ['link'] }

const data = {
  type: choiceField('equip', {
    section: 'content',
    label: { en: 'Shows', 'zh-cn': '显示内容' },
    options: [
      { value: 'equip', label: { en: 'A page of a device', 'zh-cn': '设备页面' } },
      { value: 'main', label: { en: 'A page of the project', 'zh-cn': '项目页面' } },
      { value: 'link', label: { en: 'A link', 'zh-cn': '链接' } },
    ],
  }),
  pageId: numberField(0, {
    ...{ section: 'content', min: 0, max: 2_147_483_647, when: ofPage },
    label: { en: 'Page', 'zh-cn': '页面' },
  }),
  /** Page id in documents of other designers, used if `pageId` is empty, and its project: stored, not edited. */
  configId: numberField(0, {
    ...{ section: 'content', min: 0, max: 2_147_483_647, when: never },
    label: { en: 'Configuration', 'zh-cn': '组态编号' },
  }),
  mainId: numberField(0, {
    ...{ section: 'content', min: 0, max: 2_147_483_647, when: never },
    label: { en: 'Project', 'zh-cn': '项目' },
  }),
  /** Parameters of the embedded page: `pump=pump2&tag={tag}`. They may use parameters of the page around it. */
  params: textField('', { section: 'content', when: ofPage, label: { en: 'Parameters', 'zh-cn': '页面参数' } }),
  fit: choiceField('whole', {
    ...{ section: 'behaviour', when: ofPage },
    label: { en: 'Fitted to', 'zh-cn': '页面缩放' },
    options: [
      { value: 'whole', label: { en: 'Whole page', 'zh-cn': '整页' } },
      { value: 'width', label: { en: 'Width', 'zh-cn': '适应宽度' } },
      { value: 'none', label: { en: 'Actual size', 'zh-cn': '实际大小' } },
    ],
  }),
  link: textField('', { section: 'content', when: ofLink, label: { en: 'Link', 'zh-cn': '链接' } }),
  scrolling: choiceField('auto', {
    // A page that is fitted whole does not scroll.
    ...{ section: 'behaviour' },
    label: { en: 'Scroll bars', 'zh-cn': '滚动条' },
    options: [
      { value: 'auto', label: { en: 'Where needed', 'zh-cn': '自动' } },
      { value: 'no', label: { en: 'Never', 'zh-cn': '从不' } },
    ],
  }),
}

type Data = ValuesOf<typeof data>

function PageHere({ of, mode, host }: { of: Data; mode: Mode; host: PageHost }) {
  const { params, fit, scrolling } = of
  const pageId = framedPageOf(of) ?? 0
  const t = useText(frameText)
  const { Page } = host
  const given = useMemo(() => host.paramsIn(params), [host, params])
  if (pageId === 0) return <WidgetNote>{t('noPage')}</WidgetNote>
  if (mode !== 'run' || !Page) return <WidgetNote>{t('pageHere', { id: pageId })}</WidgetNote>
  return <Page {...{ pageId, fit, scrolling }} params={given} />
}

function Site({ link, scrolling, mode }: { link: string; scrolling: 'auto' | 'no'; mode: Mode }) {
  const t = useText(frameText)
  if (mode !== 'run') return <WidgetNote>{link || t('noLink')}</WidgetNote>
  return <FramedSite link={link} scrolling={scrolling} />
}

export default widget({
  family: 'navigate',
  word: 'Iframe',
  name: { en: 'Embedded page', 'zh-cn': '内嵌页面' },
  size: { width: 400, height: 300 },
  data,
  mark: 'outline',
  Draw: ({ data: of, mode, host }) =>
    of.type === 'link' ? (
      <Site link={of.link} scrolling={of.scrolling} mode={mode} />
    ) : (
      <PageHere of={of} mode={mode} host={host} />
    ),
})
