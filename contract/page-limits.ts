// Limits of pages, their pictures, symbols and 3D scenes: part of contract/limits.ts.
export const pageLimits = {
  /** Those in groups too. */
  pageWidgets: 2000,
  ...{ pageWeather: 3, pageScenes: 1 },
  ...{ undoSteps: 50, pasteOffset: 50 },
  /** Pixels of the screen within which an edge snaps; without snapping whole pixels of the page. */
  snap: 5,
  ...{ snapOff: 1, leastShape: 2 },
  /** So much of a widget stays on the page. */
  pageMargin: 5,
  rotationStep: 90,
  /** Letters of the name of a widget. */
  widgetNameLength: 200,
  /** Letters of a picture that stands in a page itself, as a data URL. */
  pagePictureLength: 200_000,
  /** Letters of a script of a widget or of a click, and what one run of a click's may ask for. */
  ...{ pageScriptLength: 20_000, pressWrites: 10 },
  /** Values and keys of a page's file: of two thousand widgets with all they may have. */
  pageJsonValues: 250_000,
  /** Values and keys of one widget, the widgets of a group left out: a table of a thousand cells that are all bound, and more. */
  widgetValues: 20_000,
  ...{ pageWidth: 1024, pageHeight: 768 },
  /** How far a widget may be, and how long; pixels. */
  pageReach: 1_000_000,
  errorTextLength: 20,
  pagePassMs: 12 * 3_600_000,
  /** Passwords of a page: of an account, or of all visits of a share from one network; of all its visits. */
  ...{ pageTriesPerMinute: 5, pageTriesOfVisits: 30 },
  /** Pictures of an organisation for its pages, and the file of one. */
  pictures: 300,
  pictureBytes: 2 * 1024 * 1024,
  picturePixels: 40_000_000,
  /** A photo is made smaller before it is sent: pixels along its longer side. */
  pictureSide: 2560,
  /** Symbols of an organisation, widgets, parameters and bytes of one, and letters of the name of a parameter. */
  ...{ userSymbols: 200, symbolWidgets: 200, symbolParams: 100, symbolBytes: 64 * 1024, symbolParamLength: 60 },
  /** 3D scenes of an organisation, and the file of one: bytes, values of its JSON, nodes, triangles, numbers it unfolds to. */
  scenes: 50,
  sceneBytes: 8 * 1024 * 1024,
  sceneJsonValues: 400_000,
  ...{ sceneNodes: 5000, sceneTriangles: 1_000_000, sceneNumbers: 20_000_000 },
  /** What a scene is bound to, in all and of a node; its views; bytes of it all. */
  ...{ sceneBindings: 200, sceneNodeBindings: 20, sceneViews: 20, sceneContentBytes: 256 * 1024 },
} as const
