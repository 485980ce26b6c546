// Shows all pictures of the organisation, to select one; files can be added, also by dropping them.
import { type DragEvent, useCallback, useEffect, useRef, useState } from 'react'
import { confirm } from '../../ui/confirm.tsx'
import { formatSize } from '../../ui/format.ts'
import { useLink } from '../../ui/link.ts'
import { ModalBox } from '../../ui/modal-box.tsx'
import { IconAct, PlainAct } from '../../ui/plain.tsx'
import { toast } from '../../ui/toast.tsx'
import { useText } from '../../ui/words.ts'
import type { Picture, PictureSource } from './sources.ts'
import { panelText } from './text.ts'
import './pictures.css'

type Props = {
  pictures: PictureSource
  /** The path of the current picture. */
  now: string | undefined
  onPick: (picture: Picture) => void
  onClose: () => void
}

const accepted = 'image/png,image/jpeg,image/gif,image/webp,image/svg+xml'

export function PictureDialog(props: Props) {
  const t = useText(panelText)
  return (
    <ModalBox label={t('pictures')} width={720} onClose={props.onClose}>
      <Pictures {...props} />
    </ModalBox>
  )
}

function Pictures({ pictures, now, onPick, onClose }: Props) {
  const t = useText(panelText)
  const { all, isFailed, read } = useAll(pictures)
  const [isBusy, setBusy] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const add = async (files: FileList | null) => {
    setBusy(true)
    try {
      const added = []
      for (const file of files ?? []) added.push(await pictures.add(file))
      // A single uploaded picture is selected immediately.
      if (added.length === 1) return onPick(added[0]!)
    } catch (error) {
      toast.bad(new Error(t('uploadFailed', { reason: (error as Error).message })))
    } finally {
      setBusy(false)
    }
    await read()
  }
  const remove = async (picture: Picture) => {
    const isSure = await confirm({
      ...{
        title: t('removePicture'),
        act: t('delete'),
        target: picture.title,
        note: t('removePictureNote'),
        danger: true,
      },
    })
    if (!isSure) return
    try {
      await pictures.remove(picture)
    } catch (error) {
      toast.bad(error as Error)
    }
    await read()
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    void add(event.dataTransfer.files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can be selected by the button too
    <div className="pictures" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      <header>
        <h2>{t('pictures')}</h2>
        <PlainAct icon="upload" busy={isBusy} onClick={() => input.current?.click()}>
          {t('uploadPicture')}
        </PlainAct>
        <input
          ref={input}
          className="unseen"
          type="file"
          multiple
          tabIndex={-1}
          aria-label={t('uploadPicture')}
          accept={accepted}
          onChange={({ target }) => {
            // The input is emptied afterwards, because that empties its file list too.
            void add(target.files).then(() => {
              target.value = ''
            })
          }}
        />
      </header>
      <div className="pictures-all" aria-busy={!all && !isFailed}>
        {all?.map((picture) => (
          <figure key={picture.path} data-now={picture.path === now || undefined}>
            <button type="button" onClick={() => onPick(picture)}>
              <img src={picture.path} alt="" loading="lazy" draggable={false} />
              <figcaption title={picture.title}>{picture.title}</figcaption>
              <small>{sizeOf(picture)}</small>
            </button>
            <IconAct icon="trash" label={`${t('delete')} ${picture.title}`} onClick={() => void remove(picture)} />
          </figure>
        ))}
        {all?.length === 0 && <p>{t('noPictures')}</p>}
        {isFailed && (
          <p role="alert">
            {t('picturesFailed')}
            <PlainAct kind="link" onClick={() => void read()}>
              {t('retry')}
            </PlainAct>
          </p>
        )}
      </div>
      <footer>
        <span>{t('pictureNote')}</span>
        <PlainAct onClick={onClose}>{t('cancel')}</PlainAct>
      </footer>
    </div>
  )
}

const sizeOf = ({ width, height, sizeBytes }: Picture): string =>
  [width > 0 ? `${width} × ${height}` : 'SVG', formatSize(sizeBytes)].join(' · ')

function useAll(pictures: PictureSource) {
  const [all, setAll] = useState<readonly Picture[]>()
  const [isFailed, setFailed] = useState(false)
  const read = useCallback(
    () =>
      pictures.list().then(
        (next) => {
          setAll(next)
          setFailed(false)
        },
        () => setFailed(true),
      ),
    [pictures],
  )
  const { returns } = useLink()
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again after a failure when the platform is back
  useEffect(() => void read(), [read, returns])
  return { all, isFailed, read }
}
