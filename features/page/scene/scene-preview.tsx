// A preview of a 3D scene, with the names of its nodes and its key.
import { Copyable, KeyValues } from '../../../ui/key-values.tsx'
import { ModalBox } from '../../../ui/modal-box.tsx'
import { IconAct } from '../../../ui/plain.tsx'
import { ErrorState, Skeleton } from '../../../ui/states.tsx'
import { useText } from '../../../ui/words.ts'
import { SceneView } from '../../../widgets/scene/scene-view.tsx'
import type { Input } from '../../../widgets/widget.ts'
import { useName } from '../../platform/open/translation-name.ts'
import type { Scene } from './contract.ts'
import { useSceneModel } from './part-model.ts'
import { sceneText } from './text.ts'

const none: Input[] = []

export function ScenePreview({ scene, onClose }: { scene: Scene; onClose: () => void }) {
  const t = useText(sceneText)
  const { key, nodes } = scene
  const name = useName()(scene.name)
  const { data, error, refetch } = useSceneModel(scene)
  return (
    <ModalBox label={name} width={760} onClose={onClose}>
      <header className="scene-head">
        <h2>{name}</h2>
        <IconAct icon="close" label={t('close')} onClick={onClose} />
      </header>
      <div className="scene-preview scene">
        {data ? (
          <SceneView model={data} inputs={none} isSpinning={false} />
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
