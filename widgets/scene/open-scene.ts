// Draws a model and what its nodes do. Loads when a page has a 3D scene. Frames are drawn only while something moves.
import {
  Box3,
  Color,
  DirectionalLight,
  type Mesh,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Scene,
  TOUCH,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import { dispose, type Model, type ModelNode, type Paint, painter, placeNode, readModel, turnNode } from './model.ts'
import { type NodePlan, type NodeState, plansOf } from './rules.ts'

export { BrokenModel } from './model.ts'

export type OpenScene = {
  /** Names of the model's nodes. */
  names: ReadonlySet<string>
  show(states: readonly NodeState[]): void
  close(): void
}

export type Wanted = {
  /** A stored colour or shade as `#rrggbb`. */
  colourOf: (stored: string) => string
  /** The camera goes round by itself. */
  isSpinning: boolean
  /** Nothing moves by itself, for who asks for less motion. */
  isStill: boolean
  /** The browser took the drawing away. */
  onLost: () => void
}

/** Throws BrokenModel for a file that is none, and the browser's own error where it draws no WebGL. */
export async function openScene(box: HTMLElement, bytes: ArrayBuffer, wanted: Wanted): Promise<OpenScene> {
  const model = await readModel(bytes)
  const stage = openStage(box, model, wanted)
  const labels = openLabels(box, stage)
  const paint = painter()
  const meshes = new Set([...model.nodes.values()].flat().flatMap((each) => each.meshes))
  const turning = new Map<ModelNode, { axis: NodeState['axis']; perMinute: number; angle: number }>()

  const step = (seconds: number): boolean => {
    for (const [node, of] of turning) {
      of.angle = (of.angle + (of.perMinute / 60) * 2 * Math.PI * seconds) % (2 * Math.PI)
      turnNode(node, of.axis, of.angle)
    }
    return turning.size > 0
  }
  stage.start(step, labels.place)

  const turn = (node: ModelNode, { axis, isKnown, amount }: NodeState) => {
    if (!isKnown || amount === 0 || wanted.isStill) turning.delete(node)
    else turning.set(node, { angle: 0, ...turning.get(node), axis, perMinute: amount })
  }
  const act = (
    name: string,
    { states, cover, text, isKnown }: NodePlan,
  ): { paints: [Mesh, Paint][]; texts: Text[] } => {
    const nodes = model.nodes.get(name) ?? []
    for (const node of nodes) {
      for (const state of states) {
        placeNode(node, state)
        if (state.effect === 'turn') turn(node, state)
      }
    }
    const over = cover === '' ? undefined : { colour: wanted.colourOf(cover), isFaint: !isKnown }
    const covered = over ? nodes.flatMap(({ meshes: own }) => own.map((mesh): [Mesh, Paint] => [mesh, over])) : []
    const [first] = nodes
    return { paints: covered, texts: first && text ? [{ node: first.node, text, isKnown }] : [] }
  }
  return {
    names: new Set(model.nodes.keys()),
    show(states) {
      const plans = plansOf(states)
      // Parents first: what hangs on one that is painted may have a paint of its own.
      const acted = [...model.nodes.keys()].flatMap((name) => {
        const plan = plans.get(name)
        return plan ? [act(name, plan)] : []
      })
      const paints = new Map(acted.flatMap((each) => each.paints))
      for (const mesh of meshes) paint(mesh, paints.get(mesh))
      labels.write(acted.flatMap((each) => each.texts))
      stage.draw()
    },
    close() {
      for (const mesh of meshes) paint(mesh, undefined)
      dispose(model)
      labels.close()
      stage.close()
    },
  }
}

type Stage = {
  camera: PerspectiveCamera
  canvas: HTMLCanvasElement
  /** `step` moves what moves by itself, and says whether something does; `after` follows each frame. */
  start(step: (seconds: number) => boolean, after: () => void): void
  /** With the next frame, if it is in sight. */
  draw(): void
  close(): void
}

/** Camera, light and the loop of frames. */
function openStage(box: HTMLElement, model: Model, { isSpinning, isStill, onLost }: Wanted): Stage {
  const renderer = new WebGLRenderer({ antialias: true, alpha: true })
  const { domElement: canvas } = renderer
  box.append(canvas)
  const scene = new Scene()
  const around = new PMREMGenerator(renderer)
  const room = around.fromScene(new RoomEnvironment(), 0.04)
  scene.environment = room.texture
  scene.environmentIntensity = 0.45
  const sun = new DirectionalLight(0xffffff, 1.1)
  scene.add(sun, model.root)
  const camera = new PerspectiveCamera(40, 1, 0.01, 1000)
  const controls = new OrbitControls(camera, canvas)
  controls.enableDamping = !isStill
  controls.autoRotate = isSpinning && !isStill
  controls.autoRotateSpeed = 0.6
  controls.maxPolarAngle = Math.PI / 2
  // A page scrolls with the wheel and with one finger; a scene takes the wheel with Ctrl, and two fingers.
  controls.touches = { TWO: TOUCH.DOLLY_ROTATE }
  canvas.style.touchAction = 'pan-x pan-y'
  canvas.addEventListener('wheel', (event) => !event.ctrlKey && event.stopImmediatePropagation(), { capture: true })
  const whole = new Box3().setFromObject(model.root)
  const lens = { camera, controls, sun }
  // Until somebody turns it, the whole of it is in sight at every size.
  let isTurned = false
  controls.addEventListener('start', () => {
    isTurned = true
  })

  let [frame, last] = [0, 0]
  let isSeen = true
  let step: (seconds: number) => boolean = () => false
  let after: () => void = () => undefined
  const run = (at: number) => {
    frame = 0
    // After a pause nothing jumps.
    const seconds = last === 0 ? 0 : Math.min(0.1, (at - last) / 1000)
    const isMoving = step(seconds)
    const isCarried = controls.update()
    renderer.render(scene, camera)
    after()
    last = isMoving || isCarried || controls.autoRotate ? at : 0
    if (last !== 0) draw()
  }
  const draw = () => {
    if (isSeen) frame ||= requestAnimationFrame(run)
  }
  const resize = () => {
    const { clientWidth: width, clientHeight: height } = box
    if (width === 0 || height === 0) return
    renderer.setPixelRatio(Math.min(2, window.devicePixelRatio))
    renderer.setSize(width, height, false)
    camera.aspect = width / height
    camera.updateProjectionMatrix()
    if (!isTurned) lookAt(whole, lens)
    draw()
  }
  const sizing = new ResizeObserver(resize)
  sizing.observe(box)
  const seeing = new IntersectionObserver((entries) => {
    isSeen = entries.at(-1)?.isIntersecting ?? true
    draw()
  })
  seeing.observe(box)
  const lose = (event: Event) => {
    event.preventDefault()
    onLost()
  }
  canvas.addEventListener('webglcontextlost', lose)
  controls.addEventListener('change', draw)
  resize()
  return {
    ...{ camera, canvas, draw },
    start(moving, placing) {
      step = moving
      after = placing
    },
    close() {
      cancelAnimationFrame(frame)
      isSeen = false
      sizing.disconnect()
      seeing.disconnect()
      canvas.removeEventListener('webglcontextlost', lose)
      controls.dispose()
      room.dispose()
      around.dispose()
      renderer.dispose()
      // A browser keeps some sixteen drawings and takes the oldest away: this one is given up now.
      renderer.forceContextLoss()
      canvas.remove()
    },
  }
}

type Lens = { camera: PerspectiveCamera; controls: OrbitControls; sun: DirectionalLight }

const tangent = (degrees: number) => Math.tan((degrees * Math.PI) / 180)

/** The whole box in sight, from the right and above. */
function lookAt(box: Box3, { camera, controls, sun }: Lens): void {
  const [middle, size] = [box.getCenter(new Vector3()), box.getSize(new Vector3())]
  const radius = Math.max(1e-3, size.length() / 2)
  const from = new Vector3(0.62, 0.5, 0.9).normalize()
  const right = new Vector3(0, 1, 0).cross(from).normalize()
  const up = from.clone().cross(right)
  const high = tangent(camera.fov / 2)
  // Each corner says how far away the camera stands at least.
  const far = [0, 1, 2, 3, 4, 5, 6, 7].reduce((most, corner) => {
    const sign = (bit: number) => ((corner >> bit) & 1) - 0.5
    const at = new Vector3(sign(0), sign(1), sign(2)).multiply(size)
    const needed = Math.max(Math.abs(at.dot(right)) / (high * camera.aspect), Math.abs(at.dot(up)) / high)
    return Math.max(most, at.dot(from) + needed * 1.06)
  }, radius * 0.1)
  camera.near = radius / 100
  camera.far = (far + radius) * 10
  camera.position.copy(middle).addScaledVector(from, far)
  controls.target.copy(middle)
  controls.minDistance = radius * 0.2
  controls.maxDistance = far * 3
  sun.position.copy(middle).addScaledVector(new Vector3(0.5, 1, 0.7).normalize(), radius * 4)
  camera.updateProjectionMatrix()
  controls.update()
}

type Text = { node: Object3D; text: string; isKnown: boolean }

/** Texts that stand above their nodes. */
function openLabels(box: HTMLElement, { camera, canvas }: Stage) {
  const layer = document.createElement('div')
  layer.className = 'scene-labels'
  box.append(layer)
  const labels = new Map<Object3D, HTMLElement>()
  const corner = new Vector3()
  return {
    write(texts: readonly Text[]) {
      const wanted = new Set(texts.map(({ node }) => node))
      for (const [node, label] of labels)
        if (!wanted.has(node)) {
          label.remove()
          labels.delete(node)
        }
      for (const { node, text, isKnown } of texts) {
        const label = labels.get(node) ?? layer.appendChild(document.createElement('span'))
        labels.set(node, label)
        label.textContent = text
        label.toggleAttribute('data-unknown', !isKnown)
      }
    },
    /** Behind the viewer there is none. */
    place() {
      for (const [node, label] of labels) {
        const around = new Box3().setFromObject(node)
        around.getCenter(corner).setY(around.max.y).project(camera)
        label.hidden = around.isEmpty() || corner.z > 1
        const [x, y] = [((corner.x + 1) / 2) * canvas.clientWidth, ((1 - corner.y) / 2) * canvas.clientHeight]
        label.style.transform = `translate(${x}px, ${y}px) translate(-50%, -110%)`
      }
    },
    close: () => layer.remove(),
  }
}

/** A CSS colour as `#rrggbb`; a variable is read where the scene stands. */
export function plainColour(css: string, at: HTMLElement): string {
  const variable = /^var\((--[\w-]+)\)$/.exec(css)?.[1]
  return `#${new Color(variable ? getComputedStyle(at).getPropertyValue(variable).trim() : css).getHexString()}`
}
