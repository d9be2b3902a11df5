"""The ray-casting core: segments against placed meshes, exactly."""

from geo3d.rays.placing import Placed
from geo3d.rays.scene import RayScene
from geo3d.rays.segments import Hits

__all__ = ["Hits", "Placed", "RayScene"]
