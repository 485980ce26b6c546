// Labels above the nodes of a 3D scene: titles, values, and buttons of nodes with a click action.
import { Box3, type Object3D, Vector3 } from 'three'
import type { NodeLabel } from './rules.ts'
import type { Stage } from './stage.ts'

export type PlacedLabel = NodeLabel & { name: string; node: Object3D }

export function openLabels(box: HTMLElement, stage: Stage, onLink: (name: string) => void) {
  const layer = document.createElement('div')
  layer.className = 'scene-labels'
  box.append(layer)
  const labels = new Map<Object3D, HTMLElement>()
  const point = new Vector3()
  const elementOf = ({ node, name, isLink }: PlacedLabel): HTMLElement => {
    const tag = isLink ? 'button' : 'span'
    const known = labels.get(node)
    if (known?.localName === tag) return known
    known?.remove()
    const made = layer.appendChild(document.createElement(tag))
    if (made instanceof HTMLButtonElement) {
      made.type = 'button'
      made.addEventListener('click', () => onLink(name))
    }
    labels.set(node, made)
    return made
  }
  return {
    write(wanted: readonly PlacedLabel[]) {
      const kept = new Set(wanted.map(({ node }) => node))
      for (const [node, label] of labels)
        if (!kept.has(node)) {
          label.remove()
          labels.delete(node)
        }
      for (const each of wanted) {
        const label = elementOf(each)
        const text = each.lines.join('\n')
        if (label.textContent !== text) label.textContent = text
        label.toggleAttribute('data-unknown', !each.isKnown)
      }
    },
    /** Hides labels of nodes behind the camera. */
    place() {
      for (const [node, label] of labels) {
        const around = new Box3().setFromObject(node)
        const at = around.isEmpty() ? undefined : stage.placeOf(around.getCenter(point).setY(around.max.y))
        label.hidden = at === undefined
        if (at) label.style.transform = `translate(${at.x}px, ${at.y}px) translate(-50%, -110%)`
      }
    },
    close: () => layer.remove(),
  }
}
