// A picture of a widget or of the page, selected from the uploaded ones.
import { useState } from 'react'
import { Icon } from '../../ui/icon.tsx'
import { IconAct } from '../../ui/plain.tsx'
import { useText } from '../../ui/words.ts'
import { PictureDialog } from './picture-dialog.tsx'
import type { Shared } from './shared.ts'
import { TextBox } from './simple-boxes.tsx'
import { useSources } from './sources.ts'
import { panelText } from './text.ts'
import './pictures.css'

type Props = { id: string; shared: Shared; onChange: (value: string) => void }

export function PictureBox(props: Props) {
  const t = useText(panelText)
  const { pictures } = useSources()
  const [isOpen, setOpen] = useState(false)
  const { value, isMixed } = props.shared
  // Shows an uploaded picture by its path, or one stored in the page, which cannot be selected here.
  const path = typeof value === 'string' && !isMixed && /^(\/userimg\/|data:image\/)/.test(value) ? value : undefined
  const shown = path && <img src={path} alt="" draggable={false} />
  if (!pictures)
    return (
      <span className="panel-picture">
        {shown}
        <TextBox {...props} placeholder={t('picture')} />
      </span>
    )
  return (
    <span className="panel-picture">
      <button id={props.id} type="button" className="picture-open" onClick={() => setOpen(true)}>
        {shown ?? <Icon name="picture" size={16} />}
        <span>{isMixed ? t('mixed') : t(path ? 'changePicture' : 'selectPicture')}</span>
      </button>
      {path && <IconAct icon="close" label={t('noPicture')} onClick={() => props.onChange('')} />}
      {isOpen && (
        <PictureDialog
          pictures={pictures}
          now={path}
          onPick={(picture) => {
            props.onChange(picture.path)
            setOpen(false)
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}
