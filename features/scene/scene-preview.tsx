// A 3D scene as it is, with the names of its nodes and the key that pages show it by.
import { useQuery } from '@tanstack/react-query'
import { Copyable, KeyValues } from '../../ui/key-values.tsx'
import { ModalBox } from '../../ui/modal-box.tsx'
import { IconAct } from '../../ui/plain.tsx'
import { ErrorState, Skeleton } from '../../ui/states.tsx'
import { useText } from '../../ui/words.ts'
import { SceneView } from '../../widgets/scene/scene-view.tsx'
import { useName } from '../translation/part-name.ts'
import type { Scene } from './contract.ts'
import scenes from './service-scenes.ts'
import { sceneText } from './text.ts'

export function ScenePreview({ scene, onClose }: { scene: Scene; onClose: () => void }) {
  const t = useText(sceneText)
  const { key, updatedAt, nodes } = scene
  const name = useName()(scene.name)
  const { data, error, refetch } = useQuery({
    queryKey: ['scene', key, updatedAt],
    queryFn: ({ signal }) => scenes.model({ key }, { signal }),
    // Megabytes are not kept for a look that is over.
    gcTime: 0,
  })
  return (
    <ModalBox label={name} width={760} onClose={onClose}>
      <header className="scene-head">
        <h2>{name}</h2>
        <IconAct icon="close" label={t('close')} onClick={onClose} />
      </header>
      <div className="scene-preview scene">
        {data ? (
          <SceneView model={data} inputs={[]} isSpinning={false} />
        ) : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} />
        ) : (
          <Skeleton lines={6} />
        )}
      </div>
      <p className="scene-note">{t('look')}</p>
      <KeyValues
        rows={[
          { label: t('nodes'), value: nodes.length > 0 ? <Names nodes={nodes} /> : t('noNodes') },
          { label: t('key'), value: <Copyable text={key} /> },
        ]}
      />
    </ModalBox>
  )
}

function Names({ nodes }: { nodes: readonly string[] }) {
  return (
    <ul className="scene-nodes">
      {nodes.map((name) => (
        <li key={name}>{name}</li>
      ))}
    </ul>
  )
}
