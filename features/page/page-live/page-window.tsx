// A page or a site in a window over a page, such as a faceplate. [S3 Click event: window height/width/left/top, iframe,
// titleShow]
import { ModalBox } from '../../../ui/modal-box.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { uiText } from '../../../ui/text.ts'
import { useText } from '../../../ui/words.ts'
import { FramedSite } from '../../../widgets/frame/site.tsx'
import type { PageHost } from '../../../widgets/host/page-host.ts'
import type { Opened } from './page-open.ts'
import { pageLiveText } from './text.ts'
import './page-live.css'

/** Height of the header and the margins around the picture. */
const aroundPx = 90

export function PageWindow({ opened, Page, onClose }: { opened: Opened; Page: PageHost['Page']; onClose: () => void }) {
  const t = useText(uiText)
  const own = useText(pageLiveText)
  const { name, isTitled, width, height, left, top } = opened
  const label = name || own('window')
  return (
    <ModalBox label={label} width={width} place={{ left, top, height: height + aroundPx }} onClose={onClose}>
      <header className="page-window-head">
        {isTitled && <h2>{label}</h2>}
        <IconAct icon="close" label={t('close')} onClick={onClose} />
      </header>
      {'link' in opened ? (
        <div className="page-window-site" style={{ height }}>
          <FramedSite link={opened.link} />
        </div>
      ) : (
        <div className="page-window" style={{ aspectRatio: `${width} / ${height}` }}>
          {Page && <Page pageId={opened.pageId} params={opened.params} />}
        </div>
      )}
    </ModalBox>
  )
}
