// Camera, light and frames of a 3D scene: drawn only while something moves and the scene is visible.
import {
  Box3,
  BoxHelper,
  DirectionalLight,
  type Object3D,
  PerspectiveCamera,
  PMREMGenerator,
  Raycaster,
  Scene,
  TOUCH,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three'
import { OrbitControls } from 'three/addons/controls/OrbitControls.js'
import { RoomEnvironment } from 'three/addons/environments/RoomEnvironment.js'
import type { SceneCamera } from '../services.ts'
import type { Model } from './model.ts'

export type StageWanted = {
  /** The camera rotates automatically. */
  isSpinning: boolean
  /** Reduced motion: nothing moves automatically. */
  isStill: boolean
  /** The scene is the whole page: the wheel and one finger control the camera. */
  isAlone: boolean
  /** The browser discarded the WebGL context. */
  onLost: () => void
}

export type Stage = {
  /** Position of a model's point on the canvas, in pixels; undefined behind the camera. */
  placeOf(point: Vector3): { x: number; y: number } | undefined
  canvas: HTMLCanvasElement
  /** `step` moves animated nodes, and returns whether any moves; `after` is called after each frame. */
  start(step: (seconds: number) => boolean, after: () => void): void
  /** Draws in the next frame, if the scene is visible. */
  draw(): void
  /** `camera` returns the camera's position, `look` sets it; without a position the whole model is in view. */
  camera(): SceneCamera
  look(at: SceneCamera | undefined): void
  /** Objects at a point of the screen, the nearest first. */
  hits(x: number, y: number): Object3D[]
  /** Draws a box around an object, or removes it. */
  frame(of: Object3D | undefined, colour: string): void
  close(): void
}

export function openStage(box: HTMLElement, model: Model, wanted: StageWanted): Stage {
  const { isSpinning, isStill, isAlone, onLost } = wanted
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
  if (!isAlone) leaveScrolling(controls, canvas)
  const whole = new Box3().setFromObject(model.root)
  const ray = new Raycaster()
  let frame: BoxHelper | undefined
  const lens = { camera, controls, sun }
  // Until the user turns the scene, each change of size brings the whole model into view.
  let isTurned = false
  controls.addEventListener('start', () => {
    isTurned = true
  })

  let [asked, last] = [0, 0]
  let isSeen = true
  let step: (seconds: number) => boolean = () => false
  let after: () => void = () => undefined
  const run = (at: number) => {
    asked = 0
    // Avoids a jump after a pause.
    const seconds = last === 0 ? 0 : Math.min(0.1, (at - last) / 1000)
    const isMoving = step(seconds)
    const isCarried = controls.update()
    frame?.update()
    renderer.render(scene, camera)
    after()
    last = isMoving || isCarried || controls.autoRotate ? at : 0
    if (last !== 0) draw()
  }
  const draw = () => {
    if (isSeen) asked ||= requestAnimationFrame(run)
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
    ...{ canvas, draw },
    placeOf(point) {
      const at = point.clone().project(camera)
      if (at.z > 1) return undefined
      return { x: ((at.x + 1) / 2) * canvas.clientWidth, y: ((1 - at.y) / 2) * canvas.clientHeight }
    },
    camera: () => ({ position: camera.position.toArray(), target: controls.target.toArray() }),
    look(at) {
      isTurned = at !== undefined
      if (at) {
        camera.position.fromArray([...at.position])
        controls.target.fromArray([...at.target])
      } else lookAt(whole, lens)
      controls.update()
      draw()
    },
    hits(x, y) {
      const { left, top, width, height } = canvas.getBoundingClientRect()
      ray.setFromCamera(new Vector2(((x - left) / width) * 2 - 1, 1 - ((y - top) / height) * 2), camera)
      const seen = ray.intersectObject(model.root).filter(({ object }) => isShown(object))
      return seen.map(({ object }) => object)
    },
    frame(of, colour) {
      frame?.removeFromParent()
      frame?.dispose()
      frame = of && new BoxHelper(of, colour)
      if (frame) scene.add(frame)
      draw()
    },
    start(moving, placing) {
      step = moving
      after = placing
    },
    close() {
      cancelAnimationFrame(asked)
      isSeen = false
      sizing.disconnect()
      seeing.disconnect()
      canvas.removeEventListener('webglcontextlost', lose)
      controls.dispose()
      frame?.dispose()
      room.dispose()
      around.dispose()
      renderer.dispose()
      // A browser allows about sixteen WebGL contexts and discards the oldest, so this one is released immediately.
      renderer.forceContextLoss()
      canvas.remove()
    },
  }
}

/** The wheel and one finger scroll the page; the scene requires Ctrl with the wheel, or two fingers. */
function leaveScrolling(controls: OrbitControls, canvas: HTMLCanvasElement): void {
  controls.touches = { TWO: TOUCH.DOLLY_ROTATE }
  canvas.style.touchAction = 'pan-x pan-y'
  canvas.addEventListener('wheel', (event) => !event.ctrlKey && event.stopImmediatePropagation(), { capture: true })
}

/** A hidden node hides its children. */
const isShown = (object: Object3D): boolean => object.visible && (object.parent === null || isShown(object.parent))

type Lens = { camera: PerspectiveCamera; controls: OrbitControls; sun: DirectionalLight }

const tangent = (degrees: number) => Math.tan((degrees * Math.PI) / 180)

/** Brings the whole box into view, from the right and above. */
function lookAt(box: Box3, { camera, controls, sun }: Lens): void {
  const [middle, size] = [box.getCenter(new Vector3()), box.getSize(new Vector3())]
  const radius = Math.max(1e-3, size.length() / 2)
  const from = new Vector3(0.62, 0.5, 0.9).normalize()
  const right = new Vector3(0, 1, 0).cross(from).normalize()
  const up = from.clone().cross(right)
  const high = tangent(camera.fov / 2)
  // The largest distance that any corner requires.
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
