// Typed models of the four documents: every value has a member of its own type. Made once from the JSON files by their shape;
// members that some objects lack are left out when null. `object` stands where one member holds an object here, an array there.

using System.Collections.Generic;

namespace TONL.NET.Benchmarks;

public sealed class NorthwindCategory
{
    public int CategoryID { get; set; }
    public string CategoryName { get; set; } = null!;
    public string Description { get; set; } = null!;
}

public sealed class NorthwindCustomer
{
    public string CustomerID { get; set; } = null!;
    public string CompanyName { get; set; } = null!;
    public string ContactName { get; set; } = null!;
    public string ContactTitle { get; set; } = null!;
    public string Address { get; set; } = null!;
    public string City { get; set; } = null!;
    public string? Region { get; set; }
    public string? PostalCode { get; set; }
    public string Country { get; set; } = null!;
    public string Phone { get; set; } = null!;
    public string? Fax { get; set; }
}

public sealed class NorthwindEmployee
{
    public int EmployeeID { get; set; }
    public string LastName { get; set; } = null!;
    public string FirstName { get; set; } = null!;
    public string Title { get; set; } = null!;
    public string TitleOfCourtesy { get; set; } = null!;
    public string BirthDate { get; set; } = null!;
    public string HireDate { get; set; } = null!;
    public string Address { get; set; } = null!;
    public string City { get; set; } = null!;
    public string? Region { get; set; }
    public string? PostalCode { get; set; }
    public string Country { get; set; } = null!;
    public string HomePhone { get; set; } = null!;
    public string? Extension { get; set; }
    public string? Photo { get; set; }
    public string? Notes { get; set; }
    public int? ReportsTo { get; set; }
    public string? PhotoPath { get; set; }
}

public sealed class NorthwindOrderDetail
{
    public int OrderID { get; set; }
    public int ProductID { get; set; }
    public double UnitPrice { get; set; }
    public int Quantity { get; set; }
    public double Discount { get; set; }
}

public sealed class NorthwindOrder
{
    public int OrderID { get; set; }
    public string CustomerID { get; set; } = null!;
    public int EmployeeID { get; set; }
    public string OrderDate { get; set; } = null!;
    public string RequiredDate { get; set; } = null!;
    public string ShippedDate { get; set; } = null!;
    public int ShipVia { get; set; }
    public double Freight { get; set; }
    public string ShipName { get; set; } = null!;
    public string? ShipAddress { get; set; }
    public string ShipCity { get; set; } = null!;
    public string? ShipRegion { get; set; }
    public string? ShipPostalCode { get; set; }
    public string ShipCountry { get; set; } = null!;
}

public sealed class NorthwindProduct
{
    public int ProductID { get; set; }
    public string ProductName { get; set; } = null!;
    public int SupplierID { get; set; }
    public int CategoryID { get; set; }
    public string QuantityPerUnit { get; set; } = null!;
    public double UnitPrice { get; set; }
    public int UnitsInStock { get; set; }
    public int UnitsOnOrder { get; set; }
    public int ReorderLevel { get; set; }
    public int Discontinued { get; set; }
}

public sealed class NorthwindSupplier
{
    public int SupplierID { get; set; }
    public string CompanyName { get; set; } = null!;
    public string ContactName { get; set; } = null!;
    public string ContactTitle { get; set; } = null!;
    public string Address { get; set; } = null!;
    public string City { get; set; } = null!;
    public string? Region { get; set; }
    public string? PostalCode { get; set; }
    public string Country { get; set; } = null!;
    public string Phone { get; set; } = null!;
    public string? Fax { get; set; }
    public string? HomePage { get; set; }
}

public sealed class Northwind
{
    public List<NorthwindCategory> Categories { get; set; } = null!;
    public List<NorthwindCustomer> Customers { get; set; } = null!;
    public List<NorthwindEmployee> Employees { get; set; } = null!;
    public List<NorthwindOrderDetail> OrderDetails { get; set; } = null!;
    public List<NorthwindOrder> Orders { get; set; } = null!;
    public List<NorthwindProduct> Products { get; set; } = null!;
    public List<NorthwindSupplier> Suppliers { get; set; } = null!;
}
