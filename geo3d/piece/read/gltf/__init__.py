"""glTF 2.0 and GLB (Khronos Group 2021): metres, y up, a scene of nested nodes.

Own reader, because what matters here is that nothing is passed over in silence: compressed meshes
are refused by name, and every count is checked against the file before it is used.
"""

from geo3d.piece.read.gltf.scene import read_gltf

__all__ = ["read_gltf"]
