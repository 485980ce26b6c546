// A page in a window over another one: the faceplate of what was clicked. [S3 Click event: window]

import { ModalBox } from '../../ui/modal-box.tsx'
import { IconAct } from '../../ui/plain.tsx'
import { uiText } from '../../ui/text.ts'
import { useText } from '../../ui/words.ts'
import type { PageHost } from '../../widgets/host/page-host.ts'
import type { Opened } from './page-open.ts'
import { pageText } from './text.ts'
import './page.css'

export function PageWindow({
  opened,
  Page,
  onClose,
}: {
  opened: Opened
  Page: NonNullable<PageHost['Page']>
  onClose: () => void
}) {
  const t = useText(uiText)
  const own = useText(pageText)
  const { pageId, params, name, width, height } = opened
  const label = name || own('window')
  return (
    <ModalBox label={label} width={width} onClose={onClose}>
      <header className="page-window-head">
        <h2>{label}</h2>
        <IconAct icon="close" label={t('close')} onClick={onClose} />
      </header>
      <div className="page-window" style={{ aspectRatio: `${width} / ${height}` }}>
        <Page pageId={pageId} params={params} />
      </div>
    </ModalBox>
  )
}
