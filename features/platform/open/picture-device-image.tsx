// The image of a device, and the field of a form that selects one of the organisation's pictures. For use by other
// rooms.
import { lazy, Suspense, useState } from 'react'
import { Act } from '../../../ui/act.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { PlainAct } from '../../../ui/plain.tsx'
import { useText } from '../../../ui/words.ts'
import '../picture/device-image.css'
import { pictureText } from '../picture/text.ts'
import { pictureSource } from './picture-source.ts'

/** Part of the designer: loaded when a user selects a picture. */
const PictureDialog = lazy(() =>
  import('../../../designer/panel/picture-dialog.tsx').then((module) => ({ default: module.PictureDialog })),
)

/** Renders nothing without a path, and an icon if the picture was deleted. */
export function DeviceImage({
  path,
  name,
  size = 'small',
}: {
  path: string | null
  /** The subject of the image, for screen readers. */
  name: string
  size?: 'small' | 'medium' | 'large'
}) {
  const t = useText(pictureText)
  const [broken, setBroken] = useState<string>()
  if (!path) return null
  return (
    <span className={`device-image device-image-${size}`}>
      {broken === path ? (
        <span title={t('gone')}>
          <Icon name="device" size={16} />
        </span>
      ) : (
        <img
          src={path}
          alt={size === 'small' ? '' : name}
          loading="lazy"
          draggable={false}
          onError={() => setBroken(path)}
        />
      )}
    </span>
  )
}

/** The control of a field, which sets `value` and `onChange`. */
export function DeviceImageInput({
  value = null,
  onChange,
}: {
  value?: string | null
  onChange?: (path: string | null) => void
}) {
  const t = useText(pictureText)
  const [isOpen, setOpen] = useState(false)
  return (
    <span className="device-image-input">
      <DeviceImage path={value} name={t('image')} size="medium" />
      <Act may="page:edit" onClick={() => setOpen(true)}>
        {t(value ? 'other' : 'select')}
      </Act>
      {value && (
        <PlainAct kind="link" onClick={() => onChange?.(null)}>
          {t('none')}
        </PlainAct>
      )}
      {isOpen && (
        <Suspense fallback={null}>
          <PictureDialog
            pictures={pictureSource}
            now={value ?? undefined}
            onPick={({ path }) => {
              onChange?.(path)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </span>
  )
}
