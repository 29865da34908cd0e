import type { GLModel, GLShape, GLViewer, Label } from '3dmol';

/*
 * Members of 3Dmol's objects that its types do not declare. They are those of version 2.5.5, which is pinned: read this file again when it changes.
 */

/** A place in the picture, Å. */
export interface Point {
  x: number;
  y: number;
  z: number;
}

export interface InnerScene {
  /** What the next picture is the first to show. */
  __objectsAdded: unknown[];
  __removeObject: (object: unknown) => void;
}

interface InnerMatrix {
  elements: number[];
  getInverse: (matrix: InnerMatrix) => void;
}

export interface InnerCamera {
  fov: number;
  aspect: number;
  projectionMatrix: InnerMatrix;
  projectionMatrixInverse: InnerMatrix;
  updateProjectionMatrix: () => void;
}

export interface InnerLabel {
  text: string;
  stylespec: {
    position: Point;
    alignment?: unknown;
    fontSize?: number;
    padding?: number;
    borderThickness?: number;
    screenOffset?: { x: number; y: number };
  };
  sprite: {
    visible: boolean;
    position: { set: (x: number, y: number, z: number) => void };
    scale: { set: (x: number, y: number, z: number) => void };
  };
  /** The written text as a picture: its pixels are those of the page. */
  canvas: { width: number; height: number };
  setContext: () => void;
  dispose: () => void;
}

interface InnerViewer {
  divwatcher?: ResizeObserver;
  intwatcher?: IntersectionObserver;
  scene: InnerScene;
  camera: InnerCamera;
  labels: (InnerLabel | null)[];
  /** Null where one was taken out. */
  shapes: ({ boundingSphere?: { box?: { min: Point; max: Point } } } | null)[];
  modelGroup: { add: (sprite: unknown) => void; remove: (sprite: unknown) => void };
  /** Movements turn, shift or zoom what is shown. */
  isDragging: boolean;
  /** Where the drag began, in pixels of the page. */
  mouseStartX: number;
  mouseStartY: number;
  closeEnoughForClick: () => boolean;
  mouseXY: (pageX: number, pageY: number) => { x: number; y: number };
  handleClickSelection: (x: number, y: number, event: Event) => void;
}

export interface InnerRenderer {
  _canvas: { width: number; height: number };
  /** Takes what was drawn in the context that all viewers share; null in a viewer with a context of its own. */
  _bitmap: { transferFromImageBitmap: (bitmap: ImageBitmap) => void } | null;
  _viewportWidth: number;
  _viewportHeight: number;
  _premultipliedAlpha: boolean;
  devicePixelRatio: number;
  /** Whether edges are smoothed where a drawn picture is brought to the screen, and the program that brings it there. */
  _antialias: boolean;
  _screenshader: unknown;
  _vertexattribpos: number;
  initFrameBuffer: () => void;
  renderFrameBuffertoScreen: () => void;
  setBlending: (on: boolean) => void;
  setViewport: () => void;
  render: (scene: unknown, camera: InnerCamera) => void;
  isLost: () => boolean;
  getContext: () => WebGL2RenderingContext;
}

interface GeometryGroup {
  vertexArray: Float32Array;
  normalArray: Float32Array;
  colorArray: Float32Array;
  faceArray: Uint16Array;
  lineArray: Uint16Array;
  vertices: number;
  faceidx: number;
  __inittedArrays: boolean;
  truncateArrayBuffers: () => void;
}

interface InnerShape {
  color: unknown;
  geo: { addGeoGroup: () => GeometryGroup; dispose: () => void };
  boundingSphere: unknown;
}

interface InnerModel {
  /** What is drawn of the model; null has it made again for the next picture. */
  molObj: unknown;
}

export const viewerInside = (viewer: GLViewer) => viewer as unknown as InnerViewer;
export const rendererInside = (viewer: GLViewer) => viewer.getRenderer() as unknown as InnerRenderer;
export const shapeInside = (shape: GLShape) => shape as unknown as InnerShape;
export const modelInside = (model: GLModel) => model as unknown as InnerModel;
export const labelInside = (label: Label) => label as unknown as InnerLabel;
